import { Readable } from 'node:stream'
import { exportLines, importLines } from '@quirecms/features/commands'
import { createTestApp, docOf, must } from '@quirecms/testkit'
import { collection, defineConfig, f, oidc } from 'quirecms'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { Outbox, tokenIn } from '../../engine/auth/mail.ts'
import { admin, freshAddress, logIn, PASSWORD, signedIn, verdict } from '../../engine/auth/people.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
const config = defineConfig({
  server: { publicUrl: 'https://cms.example', rateLimit: false },
  collections: {
    users: collection({
      fields: { name: f.text(), roles: f.text({ many: true }) },
      auth: {
        invitations: true,
        apiKeys: true,
        passkeys: { rpName: 'Tests' },
        providers: { company: oidc({ issuer: 'https://id.example', clientId: 'quire' }) },
      },
    }),
  },
})

/** The credentials of an account, which are only exported on request. */
const SECRETS = ['credentials', 'api-keys', 'passkeys', 'identities'] as const

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('users that are exported from %s to %s', (from, to) => {
  async function start(dialect: 'sqlite' | 'postgres') {
    const outbox = new Outbox()
    const clock = () => new Date(now)
    const options = { dialect, postgresUrl: inject('postgresUrl'), mailer: outbox, clock }
    const test = await createTestApp(config, options)
    onTestFinished(() => test.close())
    return { test, outbox }
  }

  /**
   * An administrator with all kinds of credentials and an invited user, exported and imported into another application.
   */
  async function moved(secrets: boolean) {
    const here = await start(from)
    const boss = await admin(here.test)
    const guest = freshAddress('guest')
    const answer = await here.test.request('POST', '/api/auth/users/invite', {
      body: { data: { email: guest } },
      headers: boss.byToken,
    })
    const token = tokenIn(await here.outbox.newest(guest))
    const owner = { collection: 'users', userId: boss.id }
    const at = new Date(now).toISOString()
    await here.test.request('POST', '/api/auth/api-keys', {
      headers: { ...boss.byCookie, origin: 'https://cms.example' },
      body: { name: 'k' },
    })
    await here.test.app.storage.transaction(async ({ records }) => {
      const identity = { provider: 'company', issuer: 'https://id.example', subject: 'boss', email: null }
      await records.insert('identities', { id: 'one', ...owner, ...identity, createdAt: at, lastUsedAt: at })
      const passkey = { credentialId: 'c', publicKey: 'p', counter: 0, transports: '[]', isBackedUp: 0, name: 'Key' }
      await records.insert('passkeys', { id: 'two', ...owner, ...passkey, createdAt: at, lastUsedAt: null })
    })
    const lines: string[] = []
    for await (const line of exportLines(runtimeOf(here.test.app), { secrets, files: false })) lines.push(line)
    const there = await start(to)
    await importLines(runtimeOf(there.test.app), Readable.from(lines), { merge: false })
    return { ...there, lines: lines.join(''), boss, guest, id: docOf(answer).id, token }
  }

  it('have their credentials if they were exported, and none otherwise', async () => {
    for (const secrets of [true, false]) {
      const { test, lines, boss } = await moved(secrets)
      const { records } = test.app.storage.reader
      for (const table of SECRETS) expect([table, await records.count(table, {})]).toEqual([table, secrets ? 1 : 0])
      expect(await records.count('sessions', {})).toBe(0)
      expect(lines.includes('"table":"identities"')).toBe(secrets)
      // The passkey is required there as well.
      expect(verdict(await logIn(test, boss.email))).toEqual(
        secrets ? [401, 'second_factor'] : [401, 'invalid_credentials'],
      )
    }
  })

  it('are not invited again by an older export after they accepted', async () => {
    const { test, outbox } = await start(from)
    const boss = await admin(test)
    const [guest, other] = [freshAddress('guest'), freshAddress('other')]
    const ids: string[] = []
    for (const email of [guest, other]) {
      const body = { data: { email } }
      ids.push(docOf(await test.request('POST', '/api/auth/users/invite', { body, headers: boss.byToken })).id)
    }
    const token = tokenIn(await outbox.newest(guest))
    const lines: string[] = []
    for await (const line of exportLines(runtimeOf(test.app), { secrets: false, files: false })) lines.push(line)
    const accepted = { body: { token, password: PASSWORD } }
    expect((await test.request('POST', '/api/auth/users/accept-invitation', accepted)).status).toBe(200)
    await importLines(runtimeOf(test.app), Readable.from(lines), { merge: true })
    const withdraw = (id: string | undefined) =>
      test.request('DELETE', `/api/auth/users/${id}/invitation`, { headers: boss.byToken })
    expect(verdict(await withdraw(ids[0]))).toEqual([404, 'not_found'])
    expect((await signedIn(test, guest)).id).toBe(ids[0])
    expect((await withdraw(ids[1])).status).toBe(200)
  })

  it('are still invited, but only by a mail of the new service', async () => {
    const { test, outbox, lines, guest, id, token } = await moved(false)
    expect(lines).toContain('"table":"invitations"')
    expect(lines).not.toContain('tokenHash')
    const accept = (given: string) =>
      test.request('POST', '/api/auth/users/accept-invitation', { body: { token: given, password: PASSWORD } })
    expect(verdict(await accept(token))).toEqual([401, 'invalid_token'])
    // Invited users can't set a password by mail: none is sent.
    await test.request('POST', '/api/auth/users/forgot-password', { body: { email: guest } })
    const boss = await admin(test)
    const { body } = await test.request('GET', '/api/auth/users/invitations', { headers: boss.byToken })
    expect(body.docs).toEqual([expect.objectContaining({ id, email: guest, status: 'expired' })])
    now += 120_000
    const resent = await test.request('POST', `/api/auth/users/${id}/invitation/resend`, { headers: boss.byToken })
    expect(resent.status).toBe(200)
    const mail = await outbox.newest(guest)
    expect(mail.subject).toBe('You are invited')
    expect((await accept(tokenIn(mail))).status).toBe(200)
    expect(must((await signedIn(test, guest)).id, 'user')).toBe(id)
  })
})
