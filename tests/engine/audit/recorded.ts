import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit, type AuditEntry, type AuditOptions } from '@quirecms/audit'
import { createTestDatabase, type Dialect } from '@quirecms/testkit'
import { type App, createApp, createLogger, type QuireConfig } from 'quirecms'
import { Outbox } from '../auth/mail.ts'

export const PASSWORD = 'correct horse battery'

export interface Reply {
  readonly status: number
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any member of answers; whatever they find, they assert
  readonly body: any
}

export interface Sent {
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An application with an audit log, and real users who sign in. */
export async function recorded(base: QuireConfig, dialect: Dialect, options: AuditOptions = {}, clock?: () => Date) {
  const database = await createTestDatabase(dialect)
  const folder = await mkdtemp(join(tmpdir(), 'quire-audit-'))
  const mailer = new Outbox()
  const config: QuireConfig = {
    ...base,
    server: { ...base.server, rateLimit: false },
    plugins: [...(base.plugins ?? []), audit(options)],
  }
  const start = (more: object = {}) =>
    createApp(config, {
      database: database.config,
      root: folder,
      mailer,
      jobs: false,
      log: createLogger({ level: 'silent' }),
      ...(clock && { clock }),
      ...more,
    })
  const app: App = await start()

  async function send(method: string, path: string, { body, token, headers = {} }: Sent = {}): Promise<Reply> {
    const isForm = body instanceof FormData
    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Session ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, text, body: isJson ? (JSON.parse(text) as unknown) : undefined }
  }

  /** Entries of the log, oldest first. */
  async function entries(where?: object): Promise<AuditEntry[]> {
    const api = app.local.asSystem().plugin({ key: 'audit', methods: {} }) as unknown as Log
    const found: AuditEntry[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await api.entries({ ...(where && { where }), sort: 'id', limit: 100, after })
      found.push(...page.docs)
      after = page.pagination.nextCursor
    }
    return found
  }

  async function user(name: string, data: object = {}): Promise<{ id: string; token: string; email: string }> {
    const email = `${name.toLowerCase()}-${randomUUID()}@example.com`
    const users = app.local.asSystem().users('users')
    const { id } = (await users.createUser({ data: { name, email, ...data }, password: PASSWORD })) as { id: string }
    // As if the user had confirmed the address.
    const verifiedAddress = createHash('sha256').update(email).digest('base64url')
    await app.storage.transaction(({ records }) => records.update('credentials', { userId: id }, { verifiedAddress }))
    const answer = await send('POST', '/api/auth/users/login', { body: { email, password: PASSWORD } })
    const { token = '' } = (answer.body ?? {}) as { token?: string }
    return { id, token, email }
  }

  return {
    app,
    mailer,
    send,
    entries,
    user,
    start,
    async close() {
      await app.close()
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Log {
  entries(asked: object): Promise<{
    readonly docs: readonly AuditEntry[]
    readonly pagination: { readonly nextCursor: string | null }
  }>
}

export type Recorded = Awaited<ReturnType<typeof recorded>>
