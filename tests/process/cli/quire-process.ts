import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { cleanEnvironment } from '../../setup/clean-environment.ts'
import { installedQuire } from './installed-quire.ts'
import { type Answer, runResident } from './resident-quire.ts'

interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Standard input; empty by default. */
  readonly input?: string
}

interface ProcessOptions extends RunOptions {
  /** Another version of Node. */
  readonly node?: string
  /** Another program than the installed `quire`. */
  readonly program?: string
}

/** An application in a temporary folder. */
export class AppFolder {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  static async create(files: Readonly<Record<string, string>> = {}): Promise<AppFolder> {
    const path = await mkdtemp(join(tmpdir(), 'quire-cli-'))
    onTestFinished(() => rm(path, { recursive: true, force: true }))
    await mkdir(join(path, 'node_modules'))
    await symlink(installedQuire().folder, join(path, 'node_modules/quirecms'))
    const folder = new AppFolder(path)
    await folder.write('package.json', '{ "type": "module" }')
    for (const [name, text] of Object.entries(files)) await folder.write(name, text)
    return folder
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.path, name)), { recursive: true })
    await writeFile(join(this.path, name), text)
  }

  /** Runs a command in a shared process. */
  async run(args: readonly string[], { cwd = this.path, env = {}, input = '' }: Partial<RunOptions> = {}) {
    return runResident({ args, cwd, env: { ...cleanEnvironment(), ...env }, input })
  }

  /** Runs a command in a process of its own. */
  async runAlone(args: readonly string[], options: Partial<ProcessOptions> = {}): Promise<Answer> {
    const quire = new QuireProcess(args, { cwd: this.path, ...options })
    const code = await quire.ended()
    return { code, stdout: quire.stdout, stderr: quire.stderr }
  }

  /** Starts a server, and waits until it is ready. */
  async serve(args: readonly string[], options: Partial<ProcessOptions> = {}): Promise<QuireProcess> {
    const quire = new QuireProcess(args, { cwd: this.path, ...options })
    await quire.ready()
    return quire
  }
}

/** A running `quire`, which ends with its test. */
export class QuireProcess {
  readonly #child: ChildProcess
  readonly #end: Promise<unknown[]>
  stdout = ''
  stderr = ''

  constructor(args: readonly string[], options: ProcessOptions) {
    const { cwd, env = {}, node = process.execPath, program = installedQuire().program, input } = options
    this.#child = spawn(node, [program, ...args], {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    // A process that ends without reading its input reports the reason elsewhere.
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdin?.end(input)
    this.#end = once(this.#child, 'close')
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    onTestFinished(async () => {
      if (this.isRunning) this.#child.kill('SIGTERM')
      await Promise.race([this.#end, sleep(3000)])
      if (this.isRunning) this.#child.kill('SIGKILL')
    })
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The address in the n-th ready message. */
  async ready(times = 1): Promise<string> {
    await this.until(() => this.#addresses.length >= times)
    return this.#addresses[times - 1] ?? ''
  }

  get address(): string {
    return this.#addresses.at(-1) ?? ''
  }

  get #addresses(): string[] {
    return [...this.stdout.matchAll(/^ready at (http:\S+)$/gm)].map(([, address = '']) => address)
  }

  /** Waits for a condition on the output. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (!this.isRunning) throw new Error(`quire has ended:\n${this.stdout}\n${this.stderr}`)
      await sleep(20)
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** The exit code. */
  async ended(): Promise<number | null> {
    await this.#end
    return this.#child.exitCode
  }
}

interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely; what they find is what they assert
  readonly body: any
}

/** On a new connection, so that any worker may answer. */
export async function ask(url: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }))
    }).on('error', reject)
  })
}
