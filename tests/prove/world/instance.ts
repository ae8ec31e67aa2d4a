import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment } from '../../setup/clean-environment.ts'

export interface InstanceOptions {
  /** The folder of the application. */
  readonly folder: string
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly nodeArguments?: readonly string[]
}

let number = 0

/** A running `quire start` with its output in a file; ends with this process. */
export class Instance {
  readonly #child: ChildProcess
  readonly #log: string
  readonly #exit: Promise<unknown>

  constructor({ folder, program, args, env, nodeArguments = [] }: InstanceOptions) {
    number += 1
    this.#log = join(folder, `output-${number}.log`)
    const output = openSync(this.#log, 'w')
    this.#child = spawn(process.execPath, [...nodeArguments, program, ...args], {
      cwd: folder,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const end = () => this.#child.kill('SIGKILL')
    process.once('exit', end)
    this.#exit = once(this.#child, 'exit').then(() => process.off('exit', end))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get output(): string {
    return readFileSync(this.#log, 'utf8')
  }

  /** Waits until it serves; returns the address. */
  async ready(): Promise<string> {
    for (;;) {
      const [, address] = /^ready at (http:\S+)$/m.exec(this.output) ?? []
      if (address !== undefined) return address
      if (!this.isRunning) throw new Error(`quire has ended:\n${this.output.slice(-2000)}`)
      await sleep(10)
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** The exit code; null if a signal ended it. */
  async ended(): Promise<number | null> {
    await this.#exit
    return this.#child.exitCode
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGCONT')
    this.#child.kill('SIGKILL')
    await this.#exit
  }
}
