import { MOST_REPEATS, QuireError } from '@quirecms/core'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryArrayResult } from 'pg'
import {
  type Attempt,
  LostRace,
  NotIsolated,
  type Session,
  type TimeLimit,
  type TransactionOptions,
  type WorkLimits,
} from '../database.ts'
import type { Connections, HeldConnection } from './connections.ts'
import { holdsOffMigrations, refuseWhileMigrated, WITHOUT_MIGRATIONS } from './migration-locks.ts'
import { isOfStatement, translatePostgresError } from './postgres-errors.ts'
import { PostgresTransactionSession } from './postgres-session.ts'
import type { StatementNames } from './statement-names.ts'

/**
 * Both sides enforce deadlines: this side because a server may hang, the server because it may resume what it was sent.
 * This side rolls back idle transactions first, so that the connection can be reused. `Deadline` is up to a tenth of
 * its time late.
 */
const SERVER_GRACE = 500
const LATENESS = 0.1

/** How long a rollback may take, in milliseconds. After that, the connection is closed instead, which rolls back as well. */
const ROLLBACK_GRACE = 1_000

/**
 * Each further attempt: the longest pause before it, and the longest wait for the transactions under way, in
 * milliseconds. A transaction that lost to a conflict keeps new ones out, so that it can't lose again. The wait is
 * bounded, because the others must not wait for a slow hook.
 */
const FURTHER_ATTEMPTS = [
  { pause: 5, patience: 250 },
  { pause: 10, patience: 500 },
  { pause: 20, patience: 1_000 },
  { pause: 40, patience: 1_000 },
  { pause: 80, patience: 1_000 },
]

/** Locks a table that always exists, in modes that don't affect readers and migrations. */
const TOGETHER = 'lock table "quire_schema" in row share mode'
const ALONE = 'lock table "quire_schema" in exclusive mode'

type Work<T> = (session: Session, attempt: Attempt) => Promise<T>

interface Begun {
  readonly isAlone: boolean
  readonly number: string | null
}

/** Runs transactions on connections of the pool, and repeats those that lost a conflict (docs/adr/0049). */
export class PostgresTransactions {
  readonly #connections: Connections
  readonly #names: StatementNames

  readonly #limits: WorkLimits

  constructor(connections: Connections, names: StatementNames, limits: WorkLimits) {
    this.#connections = connections
    this.#names = names
    this.#limits = limits
  }

  run<T>(work: Work<T>, { deadline, isolated = false }: TransactionOptions): Promise<T> {
    if (!deadline) return this.#withoutLimit((connection) => connection.query('begin'), work)
    const { timeout } = deadline
    return deadline.within((limit) =>
      this.#connections.use((connection) => this.#attempts(connection, work, { isolated, limit, timeout }), limit),
    )
  }

  /** A read-only transaction on one snapshot (`repeatable read`). Migrations wait for its end. */
  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const timeout = `set local statement_timeout = ${this.#limits.queryTimeout}`
    return this.#withoutLimit(async (connection) => {
      const holdsOff = await holdsOffMigrations(connection)
      await connection.query(
        `begin transaction isolation level repeatable read, read only; ${timeout}; set local idle_in_transaction_session_timeout = 0`,
      )
      if (holdsOff) await connection.query(WITHOUT_MIGRATIONS).catch(refuseWhileMigrated)
      // The first statement takes the snapshot; a lock does not.
      await connection.query('select 1')
    }, work)
  }

  /** For migrations, which exclude each other and have no time limit. */
  #withoutLimit<T>(beginIn: (connection: HeldConnection) => Promise<unknown>, work: Work<T>): Promise<T> {
    return this.#connections.use((connection) => {
      const attempt: Attempt = { isolated: true, isAlone: true, runsOnce: true, limit: undefined }
      const start = async (): Promise<Begun> => {
        await beginIn(connection)
        return { isAlone: true, number: null }
      }
      return this.#attempt(connection, start, work, attempt)
    })
  }

  async #attempts<T>(
    connection: HeldConnection,
    work: Work<T>,
    given: { readonly isolated: boolean; readonly limit: TimeLimit; readonly timeout: number },
  ): Promise<T> {
    const { limit, timeout } = given
    let { isolated } = given
    for (let lost = 0; ; ) {
      const attempt: Attempt = { isolated, isAlone: false, runsOnce: false, limit }
      const { pause = 0, patience = 0 } = FURTHER_ATTEMPTS[lost - 1] ?? {}
      try {
        // Jitter, so that transactions that collided don't collide again.
        if (pause > 0) await limit.race(sleep(Math.random() * pause))
        return await this.#attempt(connection, () => begin(connection, attempt, timeout, patience), work, attempt)
      } catch (error) {
        limit.resume()
        if (connection.isBroken) throw error
        if (error instanceof NotIsolated && !isolated) isolated = true
        else if (error instanceof LostRace && !attempt.runsOnce && lost < MOST_REPEATS) lost += 1
        else throw error
      }
    }
  }

  async #attempt<T>(
    connection: HeldConnection,
    start: () => Promise<Begun>,
    work: Work<T>,
    attempt: Attempt,
  ): Promise<T> {
    const session = new PostgresTransactionSession(connection, this.#names)
    const { limit } = attempt
    try {
      const starting = start()
      const { isAlone, number } = await (limit ? limit.race(starting) : starting).catch((error: unknown) => {
        throw translatePostgresError(error)
      })
      attempt.isAlone = isAlone
      const result = await work(session, attempt)
      await this.#commit(connection, number, session.committing)
      return result
    } catch (error) {
      await giveUp(connection)
      throw error
    }
  }

  /** The commit may already have been sent with the last statements. */
  async #commit(
    connection: HeldConnection,
    number: string | null,
    committing: Promise<QueryArrayResult> | undefined,
  ): Promise<void> {
    // If the connection broke, the server has rolled back.
    if (connection.isBroken && !committing) throw translatePostgresError(connection.failure)
    let command: string
    try {
      command = lastOf(await (committing ?? connection.query('commit'))).command
    } catch (error) {
      // An error of the statement means that nothing was committed. After any other error, it is unknown whether the
      // commit succeeded.
      if (isOfStatement(error) || number === null) throw translatePostgresError(error)
      connection.discard()
      if (await commitOutcome(this.#connections, number)) return
      throw translatePostgresError(error)
    }
    // PostgreSQL answers the commit of a failed transaction with a rollback instead of an error.
    if (command === 'ROLLBACK') throw new QuireError('internal', 'The transaction had failed.')
  }
}

/** Begins a transaction. One that should run alone runs beside the others if they take too long. */
async function begin(
  connection: HeldConnection,
  { isolated, limit }: Attempt,
  timeout: number,
  patience: number,
): Promise<Begun> {
  // Waiting for a lock is not work, so one statement may use the time of the whole transaction.
  const latest = Math.ceil((limit?.left ?? timeout) + timeout * LATENESS + SERVER_GRACE)
  const beginning = [
    `begin isolation level ${isolated ? 'serializable' : 'read committed'}`,
    `set local statement_timeout = ${latest}`,
    `set local idle_in_transaction_session_timeout = ${latest}`,
    `set local lock_timeout = ${timeout}`,
  ]
  const numbered = 'select pg_current_xact_id()'
  if (patience > 0) {
    const alone = [`set local lock_timeout = ${patience}`, ALONE, `set local lock_timeout = ${timeout}`]
    try {
      return { isAlone: true, number: numberIn(await connection.query([...beginning, ...alone, numbered].join('; '))) }
    } catch (error) {
      if (!isOfStatement(error)) throw error
      await connection.query('rollback')
    }
  }
  return { isAlone: false, number: numberIn(await connection.query([...beginning, TOGETHER, numbered].join('; '))) }
}

function numberIn(answer: QueryArrayResult): string {
  const { rows } = lastOf(answer) as unknown as { readonly rows: readonly { readonly pg_current_xact_id: string }[] }
  return rows[0]?.pg_current_xact_id ?? ''
}

/** The driver returns an array of results for a text with several statements. */
function lastOf(answer: QueryArrayResult): QueryArrayResult {
  const results = [answer].flat() as readonly QueryArrayResult[]
  return results.at(-1) ?? answer
}

/** Rolls back. Closes the connection if a statement may still be running on it. */
async function giveUp(connection: HeldConnection): Promise<void> {
  if (connection.isBusy || connection.isBroken) return connection.discard()
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the rollback was not answered')), ROLLBACK_GRACE)
  await Promise.race([connection.query('rollback'), over])
    .catch(() => connection.discard())
    .finally(() => clearTimeout(timer))
}

/** How long we ask the server about the outcome of a commit, in milliseconds. */
const PATIENCE = 30_000
const PAUSE = 250

/**
 * Asks the server whether a transaction was committed, after its connection broke during the commit. The caller gets no
 * answer before that: a client that hears of an error retries, and would write everything twice.
 */
async function commitOutcome(connections: Connections, number: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const status = await statusOf(connections, number).catch(() => undefined)
    if (status === 'committed') return true
    if (status === 'aborted') return false
    // The server has not yet noticed the broken connection.
    if (performance.now() > deadline) throw unknown()
    await sleep(PAUSE)
  }
}

async function statusOf(connections: Connections, number: string): Promise<unknown> {
  const asked = { text: 'select pg_xact_status($1::text::xid8)', values: [number], rowMode: 'array' as const }
  const { rows } = await connections.query({ ...asked, query_timeout: PATIENCE } as typeof asked)
  return rows[0]?.[0]
}

function unknown(): QuireError {
  const message =
    'The connection to the database broke during the commit, so the change may or may not have been made. Check before you try again.'
  return new QuireError('unavailable', message)
}
