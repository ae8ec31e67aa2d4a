import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { expect, it } from 'vitest'
import { logIn, makeUser } from './people.ts'

const asked: (string | undefined)[] = []
let isKeptOut = false
let looks = 0

const config = defineConfig({
  server: { publicUrl: 'https://cms.example', rateLimit: false },
  collections: {
    users: collection({
      fields: {},
      auth: { totp: true, lockout: false },
      hooks: {
        beforeLogin: [
          ({ id }) => {
            asked.push(id)
            if (isKeptOut) throw new Error('Not today.')
          },
        ],
      },
    }),
  },
})

const setup = {
  config,
  keyring: 'a secret of the tests that is long enough',
  onStatement: (statement: string) => {
    if (/one.time.codes/i.test(statement)) looks += 1
  },
}

onEachDatabase('a login while the second factors are reset', setup, (app) => {
  /** The factors exist at the first check of the login, and are gone before it starts a session. */
  async function raced() {
    const { id, email } = await makeUser(app())
    const owner = { collection: 'users', userId: id }
    const now = new Date().toISOString()
    const { storage } = app().app
    await storage.transaction(({ records }) =>
      records.insert('one-time-codes', { ...owner, secret: 'none', confirmedAt: now, createdAt: now, lastStep: 0 }),
    )
    asked.length = 0
    let answer: ReturnType<typeof logIn> | undefined
    await storage.transaction(async ({ records }) => {
      // Takes the lock that every change of factors takes: the login has checked, and waits.
      await records.find('credentials', owner, { lock: true })
      const before = looks
      answer = logIn(app(), email)
      await expect.poll(() => looks).toBeGreaterThan(before)
      await records.remove('one-time-codes', owner)
    })
    return { id, answer: await must(answer, 'login') }
  }

  const sessionsOf = (userId: string) => app().app.storage.reader.records.count('sessions', { userId })
  /** A snapshot from before the reset requires a removed factor: the user has to sign in again. */
  const ASKED_FOR_A_FACTOR = [401, [], 0]

  it('runs the hooks once, and then lets the user in', async () => {
    isKeptOut = false
    const { id, answer } = await raced()
    const outcome = [answer.status, [...asked], await sessionsOf(id)]
    expect([[200, [id], 1], ASKED_FOR_A_FACTOR]).toContainEqual(outcome)
  })

  it('refuses users that a hook rejects', async () => {
    isKeptOut = true
    const { id, answer } = await raced()
    const outcome = [answer.status, [...asked], await sessionsOf(id)]
    expect([[500, [id], 0], ASKED_FOR_A_FACTOR]).toContainEqual(outcome)
  })
})
