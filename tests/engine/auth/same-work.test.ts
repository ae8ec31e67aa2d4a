import { createHook } from 'node:async_hooks'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { Outbox, tokenIn } from './mail.ts'
import { freshAddress, logIn, makeUser, PASSWORD } from './people.ts'

const outbox = new Outbox()
const work: string[] = []
const hashes = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && work.push('a hash')) }).enable()
afterAll(() => void hashes.disable())

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: { verification: true }, trash: true, fields: {}, access: { create: () => true } }),
  },
  server: { rateLimit: false },
})
const onStatement = (text: string) => void work.push(text)

onEachDatabase('equal work for every address:', { config, mailer: outbox, onStatement }, (app) => {
  const post = (path: string, body: object) => app().request('POST', `/api/auth/users/${path}`, { body })
  /** Addresses of a verified user, an unverified one, one in the trash, and of none. */
  async function addresses(): Promise<string[]> {
    const [verified, unverified, trashed] = [await makeUser(app()), await makeUser(app()), await makeUser(app())]
    for (const { email } of [verified, trashed]) await post('verify', { token: tokenIn(await outbox.newest(email)) })
    await outbox.newest(unverified.email)
    await app().local.asSystem().collection('users').delete(trashed.id)
    return [verified.email, unverified.email, trashed.email, freshAddress('nobody')]
  }
  /** Statements for each of them, in order. */
  async function withClient(emails: readonly string[], call: (email: string) => Promise<unknown>): Promise<string[][]> {
    const done: string[][] = []
    for (const email of emails) {
      work.length = 0
      await call(email)
      done.push([...work])
    }
    return done
  }
  const expectSame = ([first = [], ...others]: readonly string[][]) => {
    for (const other of others) expect(other).toEqual(first)
    return first
  }

  it('a wrong password, for known, unknown and locked addresses', async () => {
    const emails = await addresses()
    const wrong = (email: string) => logIn(app(), email, `${PASSWORD} not`)
    expect(expectSame(await withClient(emails, wrong)).filter((one) => one === 'a hash')).toHaveLength(1)
    for (const email of emails) for (let guess = 0; guess < 4; guess += 1) await wrong(email)
    expect(expectSame(await withClient(emails, wrong))).not.toContain('a hash')
    // The right password does not unlock.
    expectSame(await withClient(emails, (email) => logIn(app(), email)))
  })

  it('a forgotten password, whether or not a mail is sent', async () => {
    const emails = await addresses()
    // The job of the mail is deleted after sending, or if there is no recipient.
    const isDone = async () => (await app().app.storage.reader.records.count('jobs', {})) === 0
    // The first mail of an application creates the gate that bounds how many wait.
    await post('forgot-password', { email: 'the-first@example.com' })
    await expect.poll(isDone).toBe(true)
    const done = await withClient(emails, async (email) => {
      await post('forgot-password', { email })
      await expect.poll(() => work.some((one) => one.startsWith('delete from "rec_jobs"'))).toBe(true)
    })
    expect(expectSame(done).some((one) => one.startsWith('insert into "rec_mailed-tokens"'))).toBe(true)
    // After the confirmation mail.
    expect(outbox.to(String(emails[0]))).toHaveLength(2)
    expect(await isDone()).toBe(true)
  })
})
