import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Budget, nobodyWaits, QuireError, waitingClient } from '@quire/core'
import type { SqlRow, SqlValue } from '../database.ts'
import { DATABASE_BUSY } from '../database-busy.ts'
import type { ReaderAnswer, ReaderQuestion } from './reader-messages.ts'
import { translateSqliteError } from './sqlite-errors.ts'

/** Few: each has some 50 MB, and takes a processor from those who serve. */
const MOST_PROCESSES = 2
const MOST_WAITING = 100
/** From here on, in entries of an index, a statement takes a tenth of a second and more; one of them runs at a time, so that lesser ones find a place. */
const HEAVY_WORK = 2_500_000
/** What nobody waits for any more may go on for as long as it takes to start another process. */
const LEFT_ALONE_MS = 100
/** A process that nobody needs goes. */
const IDLE_MS = 60_000

/**
 * Runs statements that may take long where they keep nobody waiting and can be ended: a statement of `node:sqlite` holds its thread,
 * and nothing but the end of the process ends it. A process is started when it is first needed, used again, and killed at the
 * deadline of its statement, or when nobody waits for that any more.
 */
export class ReaderProcesses {
  readonly #path: string
  readonly #timeout: number
  readonly #any: Budget
  readonly #heavy: Budget
  readonly #idle: ReaderProcess[] = []
  readonly #all = new Set<ReaderProcess>()
  #closed = false

  constructor(path: string, timeout: number) {
    this.#path = path
    this.#timeout = timeout
    const waiting = { mostWaiting: MOST_WAITING, patience: timeout, busy: DATABASE_BUSY }
    this.#any = new Budget({ whole: MOST_PROCESSES, ...waiting })
    this.#heavy = new Budget({ whole: MOST_PROCESSES - 1, ...waiting })
  }

  /** `work` is an estimate, in entries of an index. */
  rows(text: string, parameters: readonly SqlValue[], work: number): Promise<SqlRow[]> {
    const gone = waitingClient()?.gone
    const run = () => this.#any.run(() => this.#run({ text, parameters }, gone))
    return work > HEAVY_WORK ? this.#heavy.run(run) : run()
  }

  /** Ends all of them: what they have open is not of this database any more, or nobody wants to know. */
  stop(): void {
    for (const process of this.#all) process.kill(unavailable())
  }

  close(): void {
    this.#closed = true
    this.stop()
  }

  async #run(question: ReaderQuestion, gone: AbortSignal | undefined): Promise<SqlRow[]> {
    if (this.#closed) throw unavailable()
    const process = this.#idle.pop() ?? this.#start()
    const answer = await process.ask(question, this.#timeout, gone)
    if (process.isAlive) this.#idle.push(process)
    if ('rows' in answer) return answer.rows ?? refuseLength()
    throw translateSqliteError(Object.assign(new Error(answer.message), { errcode: answer.errcode }))
  }

  #start(): ReaderProcess {
    const process = new ReaderProcess(this.#path, () => {
      this.#all.delete(process)
      const place = this.#idle.indexOf(process)
      if (place >= 0) this.#idle.splice(place, 1)
    })
    this.#all.add(process)
    return process
  }
}

/** One process, with one statement at a time. */
class ReaderProcess {
  readonly #process: ChildProcess
  #waiting: { readonly resolve: (answer: ReaderAnswer) => void; readonly reject: (error: unknown) => void } | undefined
  #idle: NodeJS.Timeout | undefined
  isAlive = true

  constructor(path: string, gone: () => void) {
    const file = fileURLToPath(new URL(`./sqlite-reader-process${extname(import.meta.url)}`, import.meta.url))
    this.#process = fork(file, [path], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#process.on('message', (answer: ReaderAnswer) => this.#waiting?.resolve(answer))
    const end = (error: unknown) => {
      this.isAlive = false
      clearTimeout(this.#idle)
      this.#waiting?.reject(unavailable(error))
      gone()
    }
    this.#process.on('error', end)
    this.#process.on('exit', end)
    this.#letOthersGoFirst()
  }

  async ask(question: ReaderQuestion, timeout: number, gone: AbortSignal | undefined): Promise<ReaderAnswer> {
    this.#hold(true)
    let deadline = setTimeout(() => this.kill(timedOut(timeout)), timeout)
    const hurry = () => {
      clearTimeout(deadline)
      deadline = setTimeout(() => this.kill(nobodyWaits()), LEFT_ALONE_MS)
    }
    gone?.addEventListener('abort', hurry)
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#process.send(question, (error) => {
          if (error) reject(unavailable(error))
        })
      })
    } finally {
      clearTimeout(deadline)
      gone?.removeEventListener('abort', hurry)
      this.#waiting = undefined
      if (this.isAlive) this.#hold(false)
    }
  }

  kill(error: QuireError): void {
    this.isAlive = false
    this.#waiting?.reject(error)
    this.#process.kill('SIGKILL')
  }

  /** Who waits for an answer keeps this process from ending; a reader at rest does not. */
  #hold(isBusy: boolean): void {
    clearTimeout(this.#idle)
    if (isBusy) {
      this.#process.ref()
      this.#process.channel?.ref()
      return
    }
    this.#process.unref()
    this.#process.channel?.unref()
    this.#idle = setTimeout(() => this.kill(unavailable()), IDLE_MS).unref()
  }

  /** A search may take long; those who serve should not feel it where processors are few. */
  #letOthersGoFirst(): void {
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Not every system lets a process do that.
    }
  }
}

function refuseLength(): never {
  throw new QuireError('unavailable', 'The documents are too long to load at once. Ask for fewer (`limit`).')
}

function timedOut(timeout: number): QuireError {
  return new QuireError('timeout', `The query took longer than ${timeout / 1_000} s. Ask for less, or index the field.`)
}

function unavailable(cause?: unknown): QuireError {
  return new QuireError('unavailable', 'The database cannot be read right now.', { cause })
}
