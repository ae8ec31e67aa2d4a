import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const IDLE_MS = 60_000

export interface AskedProcessOptions {
  readonly file: URL
  readonly args?: readonly string[]
  readonly stderr: 'inherit' | 'ignore'
  /** Called once the process has exited, for any reason. */
  readonly gone: () => void
  /** Error for a pending request if the child process exits or cannot be reached. */
  readonly died: (cause: Error | undefined, code: number | null, signal: NodeJS.Signals | null) => Error
}

interface WaitingForAnswer<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs one request at a time in a child process, for work that blocks its thread: only ending the process can stop such
 * work. An idle child does not keep the parent alive, and is ended after `IDLE_MS`.
 */
export class AskedProcess<Question, Answer> {
  readonly #process: ChildProcess
  readonly #options: AskedProcessOptions
  #waiting: WaitingForAnswer<Answer> | undefined
  #idle: NodeJS.Timeout | undefined
  /** Why this process ended the child. */
  #ended: Error | undefined
  isAlive = true

  constructor(options: AskedProcessOptions) {
    const { file, args = [], stderr } = options
    this.#options = options
    this.#process = fork(fileURLToPath(file), args, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', stderr, 'ipc'],
    })
    this.#process.on('message', (answer) => this.#waiting?.resolve(answer as Answer))
    this.#process.on('error', (error) => this.#end(error, null, null))
    this.#process.on('exit', (code, signal) => this.#end(undefined, code, signal))
    this.#letOthersGoFirst()
  }

  async ask(question: Question): Promise<Answer> {
    if (!this.isAlive) throw this.#ended ?? this.#options.died(undefined, null, null)
    this.#hold(true)
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#process.send(question as object, (error) => {
          // If the child is dead, its exit event reports the cause.
          const { exitCode, signalCode } = this.#process
          if (error && exitCode === null && signalCode === null) reject(this.#options.died(error, null, null))
        })
      })
    } finally {
      this.#waiting = undefined
      if (this.isAlive) this.#hold(false)
    }
  }

  /** Ends the child. Rejects the pending request at once, or once the process has exited and can write no more. */
  kill(reason: Error, tells: 'once gone' | 'at once' = 'once gone'): void {
    this.isAlive = false
    this.#ended ??= reason
    if (tells === 'at once') this.#waiting?.reject(this.#ended)
    this.#process.kill('SIGKILL')
  }

  #end(cause: Error | undefined, code: number | null, signal: NodeJS.Signals | null): void {
    this.isAlive = false
    clearTimeout(this.#idle)
    this.#waiting?.reject(this.#ended ?? this.#options.died(cause, code, signal))
    this.#options.gone()
  }

  /** A busy child keeps this process alive; an idle one does not. */
  #hold(isBusy: boolean): void {
    clearTimeout(this.#idle)
    if (isBusy) {
      this.#process.ref()
      this.#process.channel?.ref()
      return
    }
    this.#process.unref()
    this.#process.channel?.unref()
    this.#idle = setTimeout(() => this.kill(new Error('the process is idle')), IDLE_MS).unref()
  }

  /** Lowers the child's priority: its work may take long, and must not slow the server on few processors. */
  #letOthersGoFirst(): void {
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Not every system permits this.
    }
  }
}

/** Pool of child processes of one kind, started on demand. The caller limits their number. */
export class ProcessPool<Question, Answer> {
  readonly #start: (gone: () => void) => AskedProcess<Question, Answer>
  readonly #idle: AskedProcess<Question, Answer>[] = []
  readonly #all = new Set<AskedProcess<Question, Answer>>()

  constructor(start: (gone: () => void) => AskedProcess<Question, Answer>) {
    this.#start = start
  }

  /** Runs `ask` with exclusive use of a process. */
  async run(ask: (process: AskedProcess<Question, Answer>) => Promise<Answer>): Promise<Answer> {
    const process = this.#resting() ?? this.#started()
    const answer = await ask(process)
    if (process.isAlive) this.#idle.push(process)
    return answer
  }

  killAll(reason: Error, tells?: 'once gone' | 'at once'): void {
    for (const process of this.#all) process.kill(reason, tells)
  }

  /** A killed process may still be in the list for a moment. */
  #resting(): AskedProcess<Question, Answer> | undefined {
    let process = this.#idle.pop()
    while (process && !process.isAlive) process = this.#idle.pop()
    return process
  }

  #started(): AskedProcess<Question, Answer> {
    const process = this.#start(() => {
      this.#all.delete(process)
      const place = this.#idle.indexOf(process)
      if (place >= 0) this.#idle.splice(place, 1)
    })
    this.#all.add(process)
    return process
  }
}
