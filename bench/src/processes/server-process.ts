import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerCommand } from '../contenders/contender.ts'
import { type ProcessUsage, usageOf } from './process-usage.ts'

const STOPS_WITHIN_MS = 5000

export interface ServerStart {
  readonly command: (port: number) => ServerCommand
  /** Command prefix that pins it to a core. */
  readonly pin: readonly string[]
  /** File for standard output, as in a real service. */
  readonly logFile: string
  readonly nodeArguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A server to measure: a plain child process, unaware of the benchmark. */
export class ServerProcess {
  readonly port: number
  readonly #child: ChildProcess
  readonly #logFile: string
  readonly #ready: RegExp

  private constructor(child: ChildProcess, port: number, logFile: string, ready: RegExp) {
    this.#ready = ready
    this.#child = child
    this.port = port
    this.#logFile = logFile
  }

  /** Resolves when the process has started; `ready` waits until it serves. */
  static async spawn({ command, pin, logFile, nodeArguments = [], env }: ServerStart): Promise<ServerProcess> {
    const port = await freePort()
    const { args, env: own, program, ready = /^ready at /m } = command(port)
    const log = openSync(logFile, 'w')
    const run = program === undefined ? [process.execPath, ...nodeArguments, ...args] : [program, ...args]
    const [first = '', ...rest] = [...pin, ...run]
    const child = spawn(first, rest, {
      stdio: ['ignore', log, 'inherit'],
      env: { ...process.env, ...env, ...own },
    })
    closeSync(log)
    // No server may outlive the benchmark.
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    return new ServerProcess(child, port, logFile, ready)
  }

  async ready(): Promise<void> {
    while (!this.#ready.test(readFileSync(this.#logFile, 'utf8'))) {
      this.expectRunning()
      await sleep(20)
    }
  }

  expectRunning(): void {
    if (this.#hasEnded) throw new Error(`a server has ended:\n${readFileSync(this.#logFile, 'utf8')}`)
  }

  usage(): ProcessUsage {
    return usageOf(this.#child.pid ?? 0)
  }

  loggedBytes(): number {
    return statSync(this.#logFile).size
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOPS_WITHIN_MS)
    await exited
    clearTimeout(timer)
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
