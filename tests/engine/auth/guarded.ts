import { must, type AnyTestApp, type TestResponse } from '@quirecms/testkit'
import type { ActorSession } from '@quirecms/core'
import { type Actor, collection, defineConfig, f } from 'quirecms'
import { expect } from 'vitest'
import { codeAt, stepAt } from '../../../packages/features/src/auth/factors/one-time-code.ts'
import { Authenticator, ORIGIN } from './authenticator.ts'
import { fromBase32 } from './from-base32.ts'
import { Outbox } from './mail.ts'
import { logIn, type SignedIn, verdict } from './people.ts'

const everybody = () => true
export const MINUTE = 60_000
/** The application's clock, which tests move. */
export const time = { now: Date.parse('2030-01-01T00:00:00Z') }
const clock = () => new Date(time.now)
const outbox = new Outbox()

const factorsOf = (actor: Actor | null) => (actor?.['session'] as ActorSession | undefined)?.factors ?? []

const config = defineConfig({
  name: 'Example',
  admin: { users: 'users' },
  server: { publicUrl: ORIGIN, rateLimit: false },
  collections: {
    users: collection({
      auth: {
        apiKeys: true,
        passkeys: true,
        totp: true,
        secondFactor: ({ actor }) => actor['role'] === 'admin',
        recoveryCodes: 4,
      },
      fields: { role: f.select({ options: ['admin', 'editor'], default: 'editor' }) },
      access: { unlock: ({ actor }) => actor?.['role'] === 'admin', read: everybody },
    }),
    // Nothing but a password.
    customers: collection({ auth: true, fields: {} }),
    secrets: collection({
      fields: { text: f.text() },
      access: { read: everybody, create: ({ actor }) => factorsOf(actor).includes('totp') },
    }),
  },
  routes: [{ method: 'GET', path: '/hello', auth: true, handler: ({ actor }) => ({ hello: actor?.id }) }],
})

export const guarded = { config, clock, mailer: outbox, keyring: `v1:${'k'.repeat(32)}` }

/** The secret of one-time codes, as an app keeps it. */
export class CodeApp {
  readonly secret: Buffer
  constructor(base32: string) {
    this.secret = fromBase32(base32)
  }
  /** An unused code: each call goes one step further. */
  code(): string {
    time.now += 30_000
    return codeAt(this.secret, stepAt(clock()))
  }
}

/** Actions with second factors. */
export function stepsOf(app: () => AnyTestApp) {
  const send = (method: string, path: string, who: SignedIn | null, body?: unknown) =>
    app().request(method, path, { body, ...(who && { headers: who.byToken }) })
  const own = (method: string, path: string, who: SignedIn, body?: unknown) =>
    send(method, `/api/auth/${path}`, who, body)
  const second = (body: object) => send('POST', '/api/auth/users/second-factor', null, body)

  async function withTotp(who: SignedIn): Promise<CodeApp> {
    const answer = await own('POST', 'totp', who)
    const codes = new CodeApp((answer.body as { secret: string }).secret)
    expect((await own('POST', 'totp/confirm', who, { code: codes.code() })).body).toEqual({ confirmed: true })
    return codes
  }

  async function withPasskey(who: SignedIn, name = 'Laptop'): Promise<Authenticator> {
    const passkey = new Authenticator()
    const asked = await own('POST', 'passkeys/options', who)
    const { options, token } = asked.body as { options: Parameters<Authenticator['make']>[0]; token: string }
    const made = await own('POST', 'passkeys', who, { token, name, response: passkey.make(options) })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ name, lastUsedAt: null, isBackedUp: false })
    return passkey
  }

  /** Mails come in any order. */
  async function mailed(email: string, words: string) {
    const found = () => outbox.to(email).find(({ text }) => text.includes(words))
    await expect.poll(found, { message: words }).toBeDefined()
    return must(found(), words)
  }

  async function challenge(email: string): Promise<{ token: string; methods: string[] }> {
    const answer = await logIn(app(), email)
    expect(verdict(answer)).toEqual([401, 'second_factor'])
    expect(answer.headers.getSetCookie()).toEqual([])
    const { error } = answer.body as { error: { challenge: { token: string; methods: string[] } } }
    return error.challenge
  }

  async function codesOf(who: SignedIn): Promise<string[]> {
    const answer = await own('POST', 'recovery-codes', who)
    return (answer.body as { codes: string[] }).codes
  }

  /** As `signedIn` has it. */
  function asPerson(answer: TestResponse, email: string): SignedIn {
    expect(answer.status, answer.text).toBe(200)
    const body = answer.body as { user: { id: string }; token: string; session: { id: string } }
    const { user, token, session } = body
    const cookie = must(answer.headers.getSetCookie()[0]?.split(';')[0], 'cookie')
    const by = { byToken: { authorization: `Session ${token}` }, byCookie: { cookie } }
    return { id: user.id, email, token, sessionId: session.id, cookie, ...by }
  }
  return { send, own, second, withTotp, withPasskey, mailed, challenge, codesOf, asPerson }
}
