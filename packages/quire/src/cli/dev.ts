import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, extname, join } from 'node:path'
import type { ServeOptions } from './command-line.ts'
import { FileWatcher } from './file-watcher.ts'
import { findConfigFile } from './config-file.ts'
import { isMigrationFile, MIGRATIONS_FOLDER } from './migration-files.ts'
import type { ImportReport } from './report-imports.ts'
import { isSupervised, onStopRequest, STOP, supervisedEnvironment } from './stop-request.ts'

/** How long a restart waits for running requests. */
const PATIENCE_MS = 2000

/** Message from the child once it serves. */
const SERVES = 'serves'

/** `quire dev`: serves in a child process, which is replaced when one of its files changes. */
export async function dev(options: ServeOptions): Promise<void> {
  if (!isSupervised()) return new Development(findConfigFile(options.config)).run()
  const { start } = await import('./start.ts')
  await start(options, 'development')
  process.send?.(SERVES)
}

class Development {
  readonly #watcher = new FileWatcher((file) => this.#restart(file))
  readonly #migrations: string
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()
  #hasServed = false
  #isRestarting = false
  #isStopping = false

  constructor(config: string) {
    this.#migrations = join(dirname(config), MIGRATIONS_FOLDER)
    this.#watcher.add(config)
    this.#watcher.add(this.#migrations)
  }

  run(): void {
    onStopRequest(
      async () => {
        this.#isStopping = true
        this.#watcher.close()
        this.#child?.send(STOP, () => {})
        await this.#exited
      },
      () => this.#child?.kill('SIGKILL'),
    )
    this.#start()
  }

  #start(): void {
    this.#watcher.addFolder(this.#migrations, isMigrationFile)
    const preload = new URL(`./report-imports${extname(import.meta.url)}`, import.meta.url).href
    const [program = '', ...args] = process.argv.slice(1)
    const child = spawn(process.execPath, [...process.execArgv, '--import', preload, program, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...supervisedEnvironment },
    })
    this.#child = child
    this.#exited = once(child, 'exit')
    child.on('message', (message: ImportReport | string) => {
      if (message === SERVES) this.#hasServed = true
      else if (typeof message === 'object') this.#watcher.add(message.imported)
    })
    child.on('exit', (code) => {
      this.#child = undefined
      if (this.#isStopping || this.#isRestarting) return
      // A failure before the first start is not an editing mistake.
      if (!this.#hasServed) process.exit(code ?? 1)
      say('waiting for the next change')
    })
  }

  #restart(file: string): void {
    if (this.#isStopping || this.#isRestarting) return
    this.#isRestarting = true
    say(`${file} changed: restarting`)
    void this.#stopChild().then(() => {
      this.#isRestarting = false
      if (!this.#isStopping) this.#start()
    })
  }

  async #stopChild(): Promise<void> {
    const child = this.#child
    if (!child) return
    child.send(STOP, () => {})
    const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await this.#exited
    clearTimeout(impatience)
  }
}

function say(message: string): void {
  process.stdout.write(`${message}\n`)
}
