import { type CopyDatabase, QuireError } from '@quirecms/core'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import pg from 'pg'
import type { Session } from '../database.ts'
import { postgresDialect } from './postgres-dialect.ts'

/** Our tables, as patterns for `pg_dump`: the schema may contain tables of others. */
const OURS = ['doc_*', 'rec_*', 'fts_*', 'quire_*']

/** Dumps the session's snapshot with `pg_dump`, if it is installed and supports this server version. */
export function dumpOf(url: string, session: Session): CopyDatabase {
  return async (path, stop) => {
    try {
      const [[server, schema] = []] = await session.rows(
        `select current_setting('server_version_num')::int / 10000, current_schema()`,
        [],
      )
      const version = await versionOfProgram('pg_dump')
      if (version < Number(server))
        return { form: null, why: `pg_dump is of version ${version}, and the server of ${Number(server)}` }
      const [[snapshot] = []] = await session.rows('select pg_export_snapshot()', [])
      const tables = OURS.map((pattern) => `--table=${quoted(String(schema))}.${pattern}`)
      // Compressing the whole backup is more effective.
      const form = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges']
      const args = [...form, `--snapshot=${String(snapshot)}`, ...tables, `--file=${path}`, '--no-password']
      await runProgram('pg_dump', args, url, stop)
      return { form: 'dump', schema: String(schema) }
    } catch (error) {
      if (!(error instanceof ProgramFailure)) throw error
      return { form: null, why: error.message }
    }
  }
}

export interface DumpToRestore {
  /** Path of the file that `pg_dump` wrote. */
  readonly dump: string
  /** Schema of PostgreSQL for the tables. */
  readonly schema: string
  readonly workFolder: string
}

/**
 * Replaces all of our tables in a database by a dump, in one transaction. `workFolder` holds temporary files as large
 * as the content.
 */
export async function restoreDump(url: string, { dump, schema, workFolder }: DumpToRestore): Promise<void> {
  const script = `${workFolder}/restore.sql`
  const before = `${workFolder}/before.sql`
  try {
    // The dump lacks the functions that its indexes need. Tables that are not in the dump must be dropped.
    const preparation = postgresDialect.preparation.map((statement) => `${statement};`)
    await writeFile(before, [requireSchema(schema), ...preparation, DROP_OURS].join('\n'), { mode: 0o600, flag: 'wx' })
    await writeFile(script, '', { mode: 0o600, flag: 'wx' })
    await runProgram('pg_restore', ['--no-owner', '--no-privileges', `--file=${script}`, dump], null)
    const quiet = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--single-transaction']
    await runProgram('psql', [...quiet, `--file=${before}`, `--file=${script}`], url)
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error
    throw new QuireError('unavailable', error.message, { cause: error })
  } finally {
    await rm(script, { force: true })
    await rm(before, { force: true })
  }
}

/** The dump contains the schema's name, so it can't be restored into another one. */
function requireSchema(schema: string): string {
  const text = `'${schema.replaceAll("'", "''")}'`
  return `do $do$ begin if current_schema() is distinct from ${text} then
    raise exception 'the backup is of the schema %, and this database is used with the schema %', ${text}, current_schema();
  end if; end $do$;`
}

const DROP_OURS = `do $do$ declare name text; begin
  for name in select tablename from pg_catalog.pg_tables where schemaname = current_schema()
    and (tablename like 'doc\\_%' or tablename like 'rec\\_%' or tablename like 'fts\\_%' or tablename like 'quire\\_%') loop
    execute format('drop table if exists %I cascade', name);
  end loop;
end $do$;`

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A temporary database. */
export interface Scratch {
  readonly url: string
  remove(): Promise<void>
}

/** Creates an empty database on the same server. */
export async function scratchDatabase(beside: string): Promise<Scratch> {
  const name = `quire_verify_${randomBytes(8).toString('hex')}`
  await command(beside, `create database ${name} template template0`)
  const url = new URL(beside)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => command(beside, `drop database if exists ${name} with (force)`) }
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Characters of a program's error output that our error quotes. */
const MOST_TOLD = 2_000

class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure'
}

/** Runs a program of PostgreSQL. Rejects with its error output if it fails or is not installed. */
async function runProgram(
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

async function versionOfProgram(name: 'pg_dump' | 'pg_restore' | 'psql'): Promise<number> {
  const [, major] = /\) (\d{1,4})/.exec(await runProgram(name, ['--version'], null)) ?? []
  return Number(major ?? 0)
}

/**
 * The database URL as environment variables: other users of the machine can read command lines, and so passwords in
 * them.
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
    // `no-verify` is the driver's name for TLS without a check of the certificate.
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
