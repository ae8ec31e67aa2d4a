import { audit } from '@quirecms/audit'
import type { MailContent } from '@quirecms/core'
import { must } from '@quirecms/testkit'
import { webhooks } from '@quirecms/webhooks'
import type { Page } from 'playwright-core'
import { collection, f, UnrecoverableError, job, oidc, type QuireConfig, type RuleArguments } from 'quirecms'
import { codeAt, stepAt } from '../../../packages/features/src/auth/factors/one-time-code.ts'
import { fromBase32 } from '../../engine/auth/from-base32.ts'
import { freePort } from '../../setup/free-port.ts'
import { type Receiver, SECRET, startReceiver } from '../../engine/webhooks/receiver.ts'
import { AdminSite } from './admin-site.ts'

const PASSWORD = 'a long secret of mine'
/** Has a passkey, one-time codes, recovery codes and a provider, and may do everything. */
export const MAYA = { name: 'Maya Okafor', email: 'maya@example.com', password: PASSWORD }
/** Has to set up a second factor first. */
export const NEWCOMER = { email: 'noor@example.com', password: PASSWORD }
/** Present in documents. */
const EDITORS = ['Ada Byron', 'Ben Osei', 'Chiara Rossi', 'Dara Yılmaz', 'Eve Lind']
/** May write, and little else. */
export const AUTHOR = { email: 'otto@example.com', password: PASSWORD }

const isAdmin = ({ actor }: RuleArguments) => String(actor?.['roles']).includes('admin')

export type Person = Readonly<Record<string, unknown>> & { readonly id: string }

export type SentMail = MailContent & { readonly to: string }

/** The example with all features that have a part in the admin app. */
export class FullApplication {
  readonly site: AdminSite
  readonly mails: readonly SentMail[]
  readonly receiver: Receiver
  /** Maya's, which work once each. */
  recoveryCodes: readonly string[] = []

  private constructor(site: AdminSite, { mails, receiver }: Pick<FullApplication, 'mails' | 'receiver'>) {
    this.site = site
    this.mails = mails
    this.receiver = receiver
  }

  static async start(browserPath: string, content?: string): Promise<FullApplication> {
    const receiver = await startReceiver()
    const mails: SentMail[] = []
    // Browsers make no passkeys for an address of numbers.
    const address = `http://localhost:${await freePort()}`
    const changed = (blog: QuireConfig) => changedConfig(blog, address, receiver.url, mails)
    const site = await AdminSite.start(browserPath, changed, content)
    const full = new FullApplication(site, { mails, receiver })
    await full.#addPeople()
    return full
  }

  async #addPeople(): Promise<void> {
    const users = must(this.site.app.local.asSystem().auth['users'], 'users')
    const roles = ['author']
    for (const [name, { email, password }] of Object.entries({ 'Noor Haddad': NEWCOMER, 'Otto Lind': AUTHOR }))
      await users.createUser({ data: { name, email, roles }, password })
    for (const [at, name] of EDITORS.entries())
      await users.createUser({
        data: { name, email: `${at}@press.example.com`, roles: ['editor'] },
        password: PASSWORD,
      })
    const { id } = await users.createUser({
      data: { name: MAYA.name, email: MAYA.email, roles: ['admin'] },
      password: PASSWORD,
    })
    const { token } = await users.login({ email: MAYA.email, password: PASSWORD })
    const { secret } = await this.#post<{ secret: string }>('/api/auth/totp', token)
    await this.#post('/api/auth/totp/confirm', token, { code: codeAt(fromBase32(secret), stepAt(new Date())) })
    await this.#renewCodes(token)
    await this.#addPasskeysAndProviders(id)
  }

  /** Stored directly, as if browsers and providers had created them. */
  async #addPasskeysAndProviders(userId: string): Promise<void> {
    const of = { collection: 'users', userId }
    const [earlier, lately] = [30, 2].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
    await this.site.app.storage.transaction(async ({ records }) => {
      for (const [name, lastUsedAt] of [
        ['Work laptop', lately],
        ['Blue security key', null],
      ]) {
        const key = { credentialId: String(name), publicKey: '', counter: 0, transports: '[]', isBackedUp: 0 }
        await records.insert('passkeys', { ...of, ...key, id: String(name), name, createdAt: earlier, lastUsedAt })
      }
      for (const [provider, email] of [
        ['company', MAYA.email],
        ['studio', 'm.okafor@studio.example.com'],
      ]) {
        const there = { issuer: 'https://id.example.com', subject: provider, email, lastUsedAt: lately }
        await records.insert('identities', { ...of, ...there, id: provider, provider, createdAt: earlier })
      }
    })
  }

  /** Signs the page's context in as a user with all factors. */
  async signIn(page: Page): Promise<void> {
    const { request } = page.context()
    const at = `${this.site.url}/api/auth/users`
    const first = await request.post(`${at}/login`, { data: { email: MAYA.email, password: PASSWORD } })
    const { error } = (await first.json()) as { error: { challenge: { token: string } } }
    const [recoveryCode, ...rest] = this.recoveryCodes
    this.recoveryCodes = rest
    const second = await request.post(`${at}/second-factor`, { data: { token: error.challenge.token, recoveryCode } })
    const { token } = (await second.json()) as { token: string }
    await this.#renewCodes(token)
  }

  async #renewCodes(token: string): Promise<void> {
    const { codes } = await this.#post<{ codes: string[] }>('/api/auth/recovery-codes', token)
    this.recoveryCodes = codes
  }

  async #post<Answer>(path: string, token: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Session ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(this.site.url + path, sent)
    if (!answer.ok) throw new Error(`${path} answered ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  /** The first document that matches. */
  async first(slug: string, where: object): Promise<Person> {
    const documents = must(this.site.app.local.asSystem().collections[slug], slug)
    const { docs } = await documents.find({ where: where as never, limit: 1 })
    return must(docs[0], slug)
  }

  async close(): Promise<void> {
    await this.site.close()
    await this.receiver.close()
  }
}

function changedConfig(
  blog: QuireConfig,
  publicUrl: string,
  receiver: string,
  mails: SentMail[],
): Partial<QuireConfig> {
  const provider = { issuer: 'https://id.example.com', clientId: 'quire' }
  const endpoint = { url: receiver, secret: SECRET, privateNetwork: true, collections: ['tags'] }
  const { users } = blog.collections
  return {
    admin: { users: 'users' },
    server: { rateLimit: false, publicUrl },
    mailer: { send: async (to, mail) => void mails.push({ to, ...mail }) },
    plugins: [
      audit({ access: isAdmin }),
      webhooks({
        endpoints: { search: endpoint, 'newsletter-archive': { ...endpoint, events: ['document.deleted'] } },
        retryAfter: ['5h'],
      }),
    ],
    collections: {
      ...blog.collections,
      users: {
        ...must(users, 'users'),
        auth: {
          ...must(users?.auth as object, 'auth'),
          recovery: true,
          invitations: true,
          passkeys: true,
          totp: true,
          secondFactor: ({ actor }) => actor['email'] === NEWCOMER.email,
          providers: {
            company: oidc({ ...provider, label: 'Example Inc.' }),
            studio: oidc({ ...provider, label: 'Studio' }),
          },
        },
      },
      members: collection({
        label: { en: 'Members', de: 'Mitglieder' },
        auth: { verification: true, recovery: true, invitations: true },
        fields: { name: f.text() },
      }),
    },
    jobs: {
      ...blog.jobs,
      sendIssue: job({
        label: { en: 'Send an issue', de: 'Ausgabe senden' },
        description: 'To all who have subscribed.',
        input: {
          type: 'object',
          required: ['issue'],
          additionalProperties: false,
          properties: { issue: { type: 'integer', minimum: 1 } },
        },
        access: { queue: isAdmin },
        run: ({ input }) => {
          throw new UnrecoverableError(`The mail server refused issue ${input.issue}: mailbox unavailable.`)
        },
      }),
      reindex: job({
        label: { en: 'Rebuild the search index', de: 'Suchindex neu aufbauen' },
        run: async ({ progress, signal }) => {
          progress(312, 1284, 'documents')
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      }),
    },
  }
}
