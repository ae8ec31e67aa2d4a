import { extname } from 'node:path'
import {
  AskedProcess,
  Budget,
  LONGEST_READ,
  clientDisconnected,
  ProcessPool,
  QuireError,
  TooLongTogether,
  TimeSlice,
  waitingClient,
} from '@quirecms/core'
import { DATABASE_BUSY, DATABASE_RETRY_AFTER, type SqlRow, type SqlValue } from '../database.ts'
import type { ReaderAnswer, ReaderQuestion } from './sqlite-reader-process.ts'
import { translateSqliteError } from './sqlite-errors.ts'

/** Few: each needs some 50 MB and competes for processors. */
const MOST_PROCESSES = 2
const MOST_WAITING = 100
/**
 * A statement that scans more index entries than this takes a tenth of a second or more. Only one of them runs at a
 * time, so that smaller ones find a process.
 */
const HEAVY_WORK = 2_500_000
/** An abandoned statement may run for as long as it takes to start another process. */
const LEFT_ALONE_MS = 100

/**
 * Runs long statements in child processes, where they block no request and can be ended: a statement of `node:sqlite`
 * blocks its thread, and only the end of the process stops it. A process is started on demand, reused, and killed at
 * the deadline of its statement, or when all clients that wait for it have gone.
 */
export class ReaderProcesses {
  readonly #timeout: number
  readonly #any: Budget
  readonly #heavy: Budget
  readonly #pool: ProcessPool<ReaderQuestion, ReaderAnswer>
  #closed = false

  constructor(path: string, timeout: number) {
    this.#timeout = timeout
    const waiting = { mostWaiting: MOST_WAITING, patience: timeout, busy: DATABASE_BUSY }
    this.#any = new Budget({ whole: MOST_PROCESSES, ...waiting })
    this.#heavy = new Budget({ whole: MOST_PROCESSES - 1, ...waiting })
    this.#pool = new ProcessPool(
      (gone) =>
        new AskedProcess({
          file: new URL(`./sqlite-reader-process${extname(import.meta.url)}`, import.meta.url),
          args: [path, String(LONGEST_READ)],
          stderr: 'inherit',
          gone,
          died: unavailable,
        }),
    )
  }

  get waiting(): number {
    return this.#any.waiting + this.#heavy.waiting
  }

  /** `work` is an estimate, in entries of an index. */
  rows(text: string, parameters: readonly SqlValue[], work: number): Promise<SqlRow[]> {
    const gone = waitingClient()?.gone
    const run = () => this.#any.run(() => this.#run({ text, parameters }, gone))
    return work > HEAVY_WORK ? this.#heavy.run(run) : run()
  }

  /** Ends all processes, when the file was replaced or the database closes. */
  stop(): void {
    this.#pool.killAll(unavailable(), 'at once')
  }

  close(): void {
    this.#closed = true
    this.stop()
  }

  async #run(question: ReaderQuestion, gone: AbortSignal | undefined): Promise<SqlRow[]> {
    if (this.#closed) throw unavailable()
    const answer = await this.#pool.run((process) =>
      inTime(process, () => readAll(process, question), this.#timeout, gone),
    )
    if ('rows' in answer) {
      if (answer.rows) return answer.rows
      throw new TooLongTogether()
    }
    throw translateSqliteError(Object.assign(new Error(answer.message), { errcode: answer.errcode }))
  }
}

/** Yields between portions: receiving a long result takes almost as long as reading it. */
async function readAll(
  process: AskedProcess<ReaderQuestion, ReaderAnswer>,
  question: ReaderQuestion,
): Promise<ReaderAnswer> {
  const slice = new TimeSlice(waitingClient()?.name)
  const rows: SqlRow[] = []
  for (let next = question; ; next = 'more') {
    const answer = await process.ask(next)
    if (!('rows' in answer) || !answer.rows) return answer
    for (const row of answer.rows) rows.push(row)
    if (answer.isLast) return { rows, isLast: true }
    if (slice.isOver) await slice.letOthersIn()
  }
}

async function inTime(
  process: AskedProcess<ReaderQuestion, ReaderAnswer>,
  work: () => Promise<ReaderAnswer>,
  timeout: number,
  gone: AbortSignal | undefined,
): Promise<ReaderAnswer> {
  let deadline = setTimeout(() => process.kill(timedOut(timeout), 'at once'), timeout)
  const hurry = () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => process.kill(clientDisconnected(), 'at once'), LEFT_ALONE_MS)
  }
  gone?.addEventListener('abort', hurry)
  try {
    return await work()
  } finally {
    clearTimeout(deadline)
    gone?.removeEventListener('abort', hurry)
  }
}

function timedOut(timeout: number): QuireError {
  return new QuireError('timeout', `The query took longer than ${timeout / 1_000} s. Ask for less, or index the field.`)
}

function unavailable(cause?: unknown): QuireError {
  return new QuireError('unavailable', 'The database cannot be read right now.', {
    retryAfter: DATABASE_RETRY_AFTER,
    cause,
  })
}
