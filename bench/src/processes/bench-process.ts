import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ChildAnswer } from './answer-parent.ts'

const STOPS_WITHIN_MS = 5000

/** A process of the benchmark, pinned to a core if possible. Takes one question at a time. */
export class BenchProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Resolves when the process accepts questions. `pin` is the command prefix. */
  static async start(entry: URL, args: readonly string[], pin: readonly string[]): Promise<BenchProcess> {
    const [command = '', ...rest] = [...pin, process.execPath, fileURLToPath(entry), ...args]
    const started = new BenchProcess(spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
    await started.#nextMessage()
    return started
  }

  ask<Result>(question: object): Promise<Result> {
    this.#child.send(question)
    return this.#nextMessage() as Promise<Result>
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOPS_WITHIN_MS)
    await exited
    clearTimeout(timer)
  }

  async #nextMessage(): Promise<unknown> {
    const over = new AbortController()
    const { signal } = over
    const ended = once(this.#child, 'exit', { signal }).then(([code]) => [
      { failure: `a process ended with code ${code}` },
    ])
    const [message] = (await Promise.race([once(this.#child, 'message', { signal }), ended]).finally(() => {
      over.abort()
    })) as [ChildAnswer]
    ended.catch(() => {})
    if ('failure' in message) throw new Error(message.failure)
    return message.result
  }
}
