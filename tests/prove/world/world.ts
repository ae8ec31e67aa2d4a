import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type Dialect } from '@quirecms/testkit'
import { type Receiver, SECRET, startReceiver } from '../../engine/webhooks/receiver.ts'
import { HttpClient } from './http.ts'
import { Instance } from './instance.ts'
import type { Surroundings } from './surroundings.ts'

const CONFIG = fileURLToPath(new URL('../application/quire.config.ts', import.meta.url))

export type Role = 'admin' | 'editor' | 'reader'

export interface WorldOptions {
  readonly dialect: Dialect
  /** Another folder for database and files. */
  readonly data?: string
  /** Another address of the database, such as a proxy that can be cut. */
  readonly databaseUrl?: (url: string) => string
}

export interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** An application with its database, files, a follower of its changes, and any number of running instances. */
export class World {
  readonly folder: string
  readonly receiver: Receiver
  readonly instances: Instance[] = []
  /** Credentials of each role. */
  readonly credentials = new Map<Role, Readonly<Record<string, string>>>()
  readonly #env: Readonly<Record<string, string>>
  readonly #program: string
  readonly #remove: () => Promise<void>

  private constructor(made: {
    folder: string
    receiver: Receiver
    env: Readonly<Record<string, string>>
    program: string
    remove: () => Promise<void>
  }) {
    this.folder = made.folder
    this.receiver = made.receiver
    this.#env = made.env
    this.#program = made.program
    this.#remove = made.remove
  }

  static async make(surroundings: Surroundings, options: WorldOptions): Promise<World> {
    const folder = mkdtempSync(join(surroundings.folder, 'world-'))
    symlinkSync(join(surroundings.installation, 'node_modules'), join(folder, 'node_modules'))
    copyFileSync(CONFIG, join(folder, 'quire.config.ts'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const data = options.data ?? join(folder, 'data')
    mkdirSync(data, { recursive: true })
    const { url, remove } = await databaseFor(options.dialect, data, surroundings.postgresUrl)
    const receiver = await startReceiver()
    const program = join(surroundings.installation, 'node_modules/quirecms')
    const { bin } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as { bin: { quire: string } }
    const world = new World({
      folder,
      receiver,
      program: join(program, bin.quire),
      env: {
        DATABASE_URL: options.databaseUrl?.(url) ?? url,
        FILES: join(data, 'uploads'),
        HOOK_URL: receiver.url,
        HOOK_SECRET: SECRET,
        LOG_LEVEL: 'warn',
      },
      remove,
    })
    const migrated = await world.run('migrate')
    if (migrated.code !== 0) throw new Error(`the database could not be migrated:\n${migrated.output}`)
    return world
  }

  /** Starts an instance, and waits until it serves. */
  async start(
    args: readonly string[] = [],
    more: { readonly nodeArguments?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<{ readonly instance: Instance; readonly address: string }> {
    const instance = new Instance({
      folder: this.folder,
      program: this.#program,
      args: ['start', '--port', '0', ...args],
      env: { ...this.#env, ...more.env },
      ...(more.nodeArguments && { nodeArguments: more.nodeArguments }),
    })
    this.instances.push(instance)
    return { instance, address: await instance.ready() }
  }

  /** Runs a `quire` command. */
  async run(...args: readonly string[]): Promise<Outcome> {
    const child = spawn(process.execPath, [this.#program, ...args], {
      cwd: this.folder,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    return { code: child.exitCode, output }
  }

  /** Creates a user of each role, with a key that never expires. */
  async addUsers(address: string): Promise<void> {
    const client = new HttpClient(address)
    let admin: Readonly<Record<string, string>> = {}
    for (const role of ['admin', 'editor', 'reader'] as const) {
      const email = `${role}@example.com`
      const data = role === 'admin' ? { email } : { email, role }
      const password = 'correct horse battery staple'
      await expectStatus(
        201,
        client.call('POST', '/api/auth/users/create-user', { body: { data, password }, headers: admin }),
      )
      const { token } = (await expectStatus(
        200,
        client.call('POST', '/api/auth/users/login', { body: { email, password } }),
      )) as {
        token: string
      }
      const headers = { cookie: `service_session=${token}` }
      const { key } = (await expectStatus(
        201,
        client.call('POST', '/api/auth/api-keys', { body: { name: 'Prove' }, headers }),
      )) as {
        key: string
      }
      const credential = { authorization: `Bearer ${key}` }
      this.credentials.set(role, credential)
      if (role === 'admin') admin = credential
    }
    client.close()
  }

  as(role: Role): Readonly<Record<string, string>> {
    const credential = this.credentials.get(role)
    if (!credential) throw new Error(`there is no ${role}`)
    return credential
  }

  async killAll(): Promise<void> {
    await Promise.all(this.instances.splice(0).map((instance) => instance.kill()))
  }

  async remove(): Promise<void> {
    await this.killAll()
    await this.receiver.close()
    await this.#remove()
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function databaseFor(
  dialect: Dialect,
  data: string,
  postgresUrl: string,
): Promise<{ url: string; remove: () => Promise<void> }> {
  if (dialect === 'sqlite') return { url: `sqlite:${join(data, 'site.db')}`, remove: async () => {} }
  const made = await createTestDatabase(dialect, postgresUrl)
  return { url: 'url' in made.config ? String(made.config.url) : '', remove: () => made.remove() }
}

async function expectStatus(
  status: number,
  call: Promise<{ status: number; text: string; body: unknown }>,
): Promise<unknown> {
  const answer = await call
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`)
  return answer.body
}
