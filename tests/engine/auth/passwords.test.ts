import {
  hashesAtOnce,
  hashPassword,
  inHashQueue,
  verifyPassword,
} from '../../../packages/features/src/auth/passwords.ts'
import { must, onEachDatabase } from '@quirecms/testkit'
import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { members } from './members.ts'
import { logIn, me, newcomer, PASSWORD, signedIn, verdict } from './people.ts'
import { hashAtFullCost } from '../../setup/cheap-passwords.ts'

const NEXT = 'the next password'

onEachDatabase('passwords', { config: members }, (app) => {
  const change = (headers: Record<string, string>, body: object = { currentPassword: PASSWORD, newPassword: NEXT }) =>
    app().request('POST', '/api/auth/change-password', { body, headers })

  it('change with the current one, which ends every session of the actor', async () => {
    const one = await newcomer(app())
    const other = await signedIn(app(), one.email)
    const stranger = await newcomer(app())
    const answer = await change(one.byCookie)
    expect([answer.status, answer.body]).toEqual([200, { changed: true }])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^service_session=; .*Max-Age=0/)
    for (const { byToken } of [one, other]) expect(verdict(await me(app(), byToken))).toEqual([401, 'invalid_token'])
    expect((await me(app(), stranger.byToken)).status).toBe(200)
    expect(verdict(await logIn(app(), one.email))).toEqual([401, 'invalid_credentials'])
    expect((await logIn(app(), one.email, NEXT)).status).toBe(200)
  })

  it('do not change without it', async () => {
    const user = await newcomer(app())
    expect(verdict(await change({}))).toEqual([401, 'unauthenticated'])
    expect(verdict(await change(user.byToken, { currentPassword: 'wrong password', newPassword: NEXT }))).toEqual([
      401,
      'invalid_credentials',
    ])
    expect(verdict(await change(user.byToken, { newPassword: NEXT }))).toEqual([422, 'validation'])
    const short = await change(user.byToken, { currentPassword: PASSWORD, newPassword: 'short' })
    expect(short.body.error.issues).toMatchObject([{ path: 'newPassword', code: 'min_length' }])
    const long = await change(user.byToken, { currentPassword: PASSWORD, newPassword: 'p'.repeat(257) })
    expect(long.body.error.issues).toMatchObject([{ path: 'newPassword', code: 'max_length' }])
    expect(verdict(await change(user.byToken, { currentPassword: 'p'.repeat(5000), newPassword: NEXT }))).toEqual([
      422,
      'validation',
    ])
    expect((await me(app(), user.byToken)).status).toBe(200)
    expect((await logIn(app(), user.email)).status).toBe(200)
  })

  it('change once under concurrent requests', async () => {
    hashAtFullCost()
    const user = await newcomer(app())
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        change(user.byToken, { currentPassword: PASSWORD, newPassword: `${NEXT} ${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401]).toContain(status)
  })

  it('are not a field: an update refuses them', async () => {
    const user = await newcomer(app())
    const body = { password: NEXT, passwordHash: 'x' }
    const answer = await app().request('PATCH', `/api/collections/users/${user.id}`, { body, headers: user.byToken })
    expect(answer.body.error.issues).toMatchObject([
      { path: 'password', code: 'unknown_field' },
      { path: 'passwordHash', code: 'unknown_field' },
    ])
  })

  it('are stored as argon2id at the recommended cost, and tokens as hashes', async () => {
    hashAtFullCost()
    const user = await newcomer(app())
    const { key } = (await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie }))
      .body
    const { records } = app().app.storage.reader
    const owner = { collection: 'users', userId: user.id }
    const kept = await Promise.all(['credentials', 'sessions', 'api-keys'].map((table) => records.find(table, owner)))
    expect(kept.map((rows) => rows.length)).toEqual([1, 1, 1])
    expectRecommended(String(must(kept[0]?.[0], 'credential')['passwordHash']))
    const text = JSON.stringify(kept)
    for (const secret of [PASSWORD, user.token, key]) expect(text).not.toContain(secret)
    const stored = must(await app().app.storage.reader.get('users', user.id), 'user')
    expect(stored.json).not.toMatch(/argon2|password/)
  })

  it('are rehashed at login if the parameters are outdated', async () => {
    const user = await newcomer(app())
    const nonce = randomBytes(16)
    const outdated = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce,
      tagLength: 32,
      memory: 8192,
      passes: 1,
      parallelism: 1,
    })
    const passwordHash = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${outdated.toString('base64url')}`
    const owner = { collection: 'users', userId: user.id }
    const { storage } = app().app
    await storage.transaction(({ records }) => records.update('credentials', owner, { passwordHash }))
    expect((await logIn(app(), user.email, 'wrong password')).status).toBe(401)
    const stored = async () => (await storage.reader.records.find('credentials', owner))[0]?.['passwordHash']
    expect(await stored()).toBe(passwordHash)
    const both = await Promise.all([logIn(app(), user.email), logIn(app(), user.email)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(app(), user.email)).status).toBe(200)
  })
})

const hashed = (password: string) => inHashQueue((place) => hashPassword(password, place))
const verify = (password: string, stored: string | null) =>
  inHashQueue((place) => verifyPassword(password, stored, place))

describe('password hashing', () => {
  it('has the recommended cost', async () => {
    hashAtFullCost()
    const stored = await hashed(PASSWORD)
    expectRecommended(stored)
    expect(await verify(PASSWORD, stored)).toEqual({ matches: true, isOutdated: false })
    expect(await verify('wrong password', stored)).toMatchObject({ matches: false })
  })

  it('uses a salt, and verifies', async () => {
    const [one, other] = await Promise.all([hashed(PASSWORD), hashed(PASSWORD)])
    expect(one).not.toBe(other)
    expect(await verify(PASSWORD, one)).toEqual({ matches: true, isOutdated: false })
    expect((await verify(`${PASSWORD} `, one)).matches).toBe(false)
    expect((await verify(PASSWORD, null)).matches).toBe(false)
  })

  it('refuses requests while all slots are taken, and continues afterwards', async () => {
    const storm = await Promise.allSettled(Array.from({ length: 230 }, () => verify(PASSWORD, null)))
    const refused = storm.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(30)
    for (const one of refused) expect(one.reason).toMatchObject({ code: 'unavailable', retryAfter: 1 })
    expect((await verify(PASSWORD, null)).matches).toBe(false)
  })

  it('leaves half of the threads and a core to the rest of the service', () => {
    const machines = [
      [4, 8],
      [4, 2],
      [128, 64],
      [2, 8],
      [1, 1],
    ] as const
    expect(machines.map(([threads, cores]) => hashesAtOnce(threads, cores))).toEqual([2, 1, 2, 1, 1])
  })
})

/** The cost of argon2id that OWASP recommends: other implementations compute the same hash from password and salt. */
function expectRecommended(stored: string): void {
  const [, cost, salt = '', hash] = /^\$argon2id\$v=19\$(.*)\$(.*)\$(.*)$/.exec(stored) ?? []
  expect(cost).toBe('m=19456,t=2,p=1')
  const nonce = Buffer.from(salt, 'base64url')
  expect(nonce).toHaveLength(16)
  const parameters = { message: PASSWORD, nonce, tagLength: 32, memory: 19_456, passes: 2, parallelism: 1 }
  expect(hash).toBe(argon2Sync('argon2id', parameters).toString('base64url'))
}
