import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'

/** Maximum length of a program's error output that is passed on. */
const MOST_TOLD = 2_000

export class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure'
}

/** Runs a program of PostgreSQL. Rejects with its error output if it fails or doesn't exist. */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  url: string | null,
  stop?: AbortSignal,
): Promise<string> {
  stop?.throwIfAborted()
  const env = { ...process.env, ...(url === null ? {} : environmentOf(url)) }
  const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...(stop && { signal: stop }) })
  let out = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out = (out + text).slice(-MOST_TOLD)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_TOLD)))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new ProgramFailure(`${name} failed: ${said.trim() || `it ended with ${code}`}`)
  } catch (error) {
    stop?.throwIfAborted()
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing ? new ProgramFailure(`${name} is not installed`) : error
  }
  return out
}

export async function versionOfProgram(name: 'pg_dump' | 'pg_restore' | 'psql'): Promise<number> {
  const [, major] = /\) (\d{1,4})/.exec(await runProgram(name, ['--version'], null)) ?? []
  return Number(major ?? 0)
}

/**
 * Environment variables for the address of a database: other users of the machine could read a password on the command
 * line.
 */
function environmentOf(url: string): Readonly<Record<string, string>> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const asked = new URL(url).searchParams
  const mode = asked.get('sslmode')
  const given: Readonly<Record<string, string | null | undefined>> = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: typeof password === 'string' ? password : null,
    PGDATABASE: database,
    // / The driver's name for encryption without verifying the certificate.
    PGSSLMODE: mode === 'no-verify' ? 'require' : mode,
    PGSSLROOTCERT: asked.get('sslrootcert'),
    PGSSLCERT: asked.get('sslcert'),
    PGSSLKEY: asked.get('sslkey'),
    PGOPTIONS: asked.get('options'),
    PGAPPNAME: 'quire backup',
  }
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  )
}
