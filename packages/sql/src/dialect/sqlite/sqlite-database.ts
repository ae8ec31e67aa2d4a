import { closeSync, mkdirSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { backup } from 'node:sqlite'
import { dirname } from 'node:path'
import { type CopyDatabase, QuireError, isInTransaction } from '@quirecms/core'
import {
  type Attempt,
  type Database,
  DEFAULT_LIMITS,
  type Session,
  type TimeLimit,
  type WorkLimits,
  type ReadHints,
  type SqlRow,
  type SqlValue,
  type WriteLog,
} from '../database.ts'
import { FileIdentity } from './file-identity.ts'
import { GroupCommit, ProcessTurns } from './group-commit.ts'
import { LongRows } from './long-rows.ts'
import { ReaderProcesses } from './reader-processes.ts'
import { SqliteConnection, whileBusy } from './sqlite-connection.ts'
import { translateSqliteError } from './sqlite-errors.ts'
import { SqliteReader } from './sqlite-reader.ts'

export interface SqliteDatabase extends Database {
  /** For tests that provoke failures. */
  readonly writer: SqliteConnection
  /** Undefined for `:memory:`, whose reader also sees uncommitted changes. */
  readonly ofFile: { readonly reader: SqliteReader; readonly versions: TableVersions } | undefined
}

/**
 * Opens the file, which other processes of the machine may use too. One connection writes, and reads between its
 * transactions; another reads committed state during these. `:memory:` has only one connection, so reads outside of a transaction also see uncommitted changes.
 */
export async function openSqlite(path: string, limits: WorkLimits = DEFAULT_LIMITS): Promise<SqliteDatabase> {
  const inMemory = path === ':memory:'
  const writer = await open(path, inMemory)
  await whileBusy(() => writer.database.exec('pragma journal_mode = wal'))
  const readingConnection = inMemory ? writer : await open(path, inMemory)
  const processes = new ReaderProcesses(path, limits.queryTimeout)
  const long = new LongRows(() => open(path, false), limits.queryTimeout)
  const leave = () => {
    processes.stop()
    long.release()
  }
  const file = inMemory ? undefined : new FileIdentity(path, leave)
  // A database in memory can't be opened twice, so everything is read here.
  const memory = new MemoryReader(writer)
  const fileReader = file && new SqliteReader({ writer, connection: readingConnection }, long, processes, file)
  const reader = fileReader ?? memory
  const versions = new TableVersions(writer, file)
  const commits = new GroupCommit(writer, limits, new ProcessTurns(inMemory ? undefined : path), {
    began: () => versions.began(),
    ended: () => {
      versions.ended()
      memory.ended()
    },
    verify: () => file?.check(),
  })
  let closed = false
  const refuseIfClosed = () => {
    if (closed) throw new QuireError('unavailable', 'The database is closed.')
  }

  return {
    writer,
    ofFile: fileReader && { reader: fileReader, versions },
    reader,
    writes: versions,
    transaction: async (work, { sortsMuch, deadline, repeatableForOthers = false } = {}) => {
      refuseIfClosed()
      let runsOnce = !repeatableForOthers
      // There is one writer, so no transaction loses a conflict.
      const run = async (session: Session, limit?: TimeLimit) => {
        const attempt: Attempt = { isolated: true, isAlone: true, runsOnce, limit }
        try {
          return await work(session, attempt)
        } finally {
          runsOnce = attempt.runsOnce
        }
      }
      return commits.run((session) => (deadline ? deadline.within((limit) => run(session, limit)) : run(session)), {
        sortsMuch,
        isRepeatable: () => !runsOnce,
      })
    },
    snapshot: async (work) => {
      refuseIfClosed()
      // Otherwise, opening would create an empty file.
      file?.check()
      return inMemory ? work(reader, null) : snapshotOf(path, work)
    },
    contentTables: async () => {
      const rows = await reader.rows(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
           and name not like 'quire\\_%' escape '\\' and name not like 'rec\\_%' escape '\\' and name not like 'fts\\_%' escape '\\'`,
        [],
      )
      return rows.map(([name]) => String(name))
    },
    meet: async () => [],
    check: async () => {
      file?.check()
      await reader.rows('select count(*) from sqlite_schema', [])
      writer.checkWritable()
      // Only a real write shows whether the disk works again.
      if (commits.failed) await writeHeader(commits)
    },
    load: async () => ({
      // One connection writes and one reads, in turns of the event loop; only slow reads wait for a process.
      connections: {
        busy: commits.isWriting ? 1 : 0,
        idle: commits.isWriting ? 0 : 1,
        waiting: processes.waiting,
      },
      writesWaiting: commits.waiting,
      walBytes: inMemory ? null : await sizeOf(`${path}-wal`),
    }),
    close: async () => {
      closed = true
      await commits.idle()
      processes.close()
      long.close()
      readingConnection.close()
      writer.close()
    },
  }
}

/** The log can't be reset while this is open, so it grows with all writes meanwhile. */
async function snapshotOf<T>(path: string, work: (session: Session, copy: CopyDatabase) => Promise<T>): Promise<T> {
  const connection = await open(path, false)
  try {
    await connection.command('begin')
    // The first read takes the snapshot.
    await connection.rows('select count(*) from sqlite_schema', [])
    return await work(connection, (target, stop) => copyOf(connection, target, stop))
  } finally {
    connection.close()
  }
}

/** Pages copied per step, in a separate thread; the event loop runs in between. */
const PAGES_AT_ONCE = 2_000
const SQLITE_FULL = 13

/**
 * SQLite's online backup. Its connection is already in a read transaction, so that it copies that snapshot: writers
 * don't wait for it, and don't make it start again.
 */
async function copyOf(connection: SqliteConnection, target: string, stop?: AbortSignal): Promise<{ form: 'sqlite' }> {
  try {
    await backup(connection.database, target, { rate: PAGES_AT_ONCE, progress: () => stop?.throwIfAborted() })
  } catch (error) {
    stop?.throwIfAborted()
    // The disk of the copy is full, not the one of the database.
    if ((error as { errcode?: number }).errcode === SQLITE_FULL)
      throw Object.assign(new Error('There is not enough space for a copy of the database.'), { code: 'ENOSPC' })
    throw translateSqliteError(error)
  }
  return { form: 'sqlite' }
}

/** 0 if the file doesn't exist: SQLite creates it with the first write. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.size ?? 0
}

/** Commits a write that changes nothing, to find out whether the file can be written. */
async function writeHeader(commits: GroupCommit): Promise<void> {
  await commits.run(async (session) => {
    const [row] = await session.rows('pragma user_version', [])
    await session.command(`pragma user_version = ${Number(row?.[0])}`)
  })
}

/**
 * Creates the file with permissions for its owner alone; SQLite's other files inherit them. An existing file is not
 * opened: closing it would release all locks of this process on it.
 */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Retries while another instance creates the file and holds its lock. */
async function open(path: string, inMemory: boolean): Promise<SqliteConnection> {
  try {
    if (!inMemory) makeFile(path)
    return await whileBusy(() => new SqliteConnection(path))
  } catch (error) {
    if (error instanceof QuireError) throw error
    throw new QuireError('unavailable', 'The database file cannot be opened.', { cause: error })
  }
}

/**
 * Reads a database in memory. It has one connection, so reads also see uncommitted changes. Reads that need committed
 * state wait for the end of the transaction and run in the same turn, before the next one begins.
 */
class MemoryReader implements Session {
  readonly #connection: SqliteConnection
  readonly #waiting: (() => void)[] = []

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  ended(): void {
    for (const read of this.#waiting.splice(0)) read()
  }

  rows(text: string, parameters: readonly SqlValue[], { committedOnly = false }: ReadHints = {}): Promise<SqlRow[]> {
    if (!committedOnly || !this.#connection.inTransaction || isInTransaction())
      return this.#connection.rows(text, parameters)
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(this.#connection.rows(text, parameters)))
    })
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#connection.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#connection.command(text)
  }
}

/**
 * Tells whether tables may have changed. Counts commits of this process for each table. Commits of other processes
 * change SQLite's data version as seen by the writing connection, which is the only connection of this process that
 * commits.
 */
export class TableVersions implements WriteLog {
  readonly #writer: SqliteConnection
  readonly #file: FileIdentity | undefined
  readonly #versions = new Map<string, number>()
  readonly #written = new Set<string>()
  #wroteAll = false
  /** Result of `versionOfOthers` while the writer has an open transaction. */
  #othersMeanwhile: string | undefined
  #era = 0

  constructor(writer: SqliteConnection, file?: FileIdentity) {
    this.#writer = writer
    this.#file = file
  }

  wrote(table: string): void {
    this.#written.add(table)
  }

  wroteAnything(): void {
    this.#wroteAll = true
  }

  /**
   * Runs in the same turn as the commit or the rollback, so that no read comes between them. Rolled-back writes count
   * too, which is harmless.
   */
  ended(): void {
    for (const table of this.#written) this.#versions.set(table, this.#versionOf(table) + 1)
    this.#written.clear()
    if (this.#wroteAll) this.#era += 1
    this.#wroteAll = false
  }

  stateOf(tables: readonly string[]): string | undefined {
    // Cached totals don't touch the database, so a deleted file would go unnoticed.
    this.#file?.checkSometimes()
    const others = this.#writer.versionOfOthers()
    if (others === undefined) return undefined
    let state = `${others} ${this.#era}`
    for (const table of tables) state += ` ${this.#versionOf(table)}`
    return state
  }

  /** The writer has begun a transaction: no other process can commit until it ends. */
  began(): void {
    this.#othersMeanwhile = undefined
  }

  stateForWriter(table: string): string | undefined {
    if (this.#wroteAll || this.#written.has(table)) return undefined
    this.#othersMeanwhile ??= this.#writer.versionOfOthers()
    return this.#othersMeanwhile && `${this.#othersMeanwhile} ${this.#era} ${this.#versionOf(table)}`
  }

  #versionOf(table: string): number {
    return this.#versions.get(table) ?? 0
  }
}
