import { must, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { members } from './members.ts'
import { admin, freshAddress, logIn, makeUser, PASSWORD, verdict } from './people.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const WRONG = 'wrong password'
const DAY = 86_400_000

/** A browser that keeps the device cookie. */
class Browser {
  device: string | undefined

  take(answer: TestResponse): TestResponse {
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('service_device='))
    if (line !== undefined) this.device = must(/^service_device=([^;]*)/.exec(line)?.[1], 'value')
    return answer
  }
}

onEachDatabase('browsers that have signed in before (issue 19, lockout)', { config: members, clock }, (app) => {
  const signIn = async (browser: Browser, email: string, password = PASSWORD, collection = 'users') =>
    browser.take(
      await app().request('POST', `/api/auth/${collection}/login`, {
        body: { email, password },
        headers: browser.device === undefined ? {} : { cookie: `service_device=${browser.device}` },
      }),
    )
  const guess = async (browser: Browser, email: string, times: number) => {
    const found: number[] = []
    for (let i = 0; i < times; i += 1) found.push((await signIn(browser, email, WRONG)).status)
    return found
  }
  const stranger = () => new Browser()
  const asItIs = ({ device }: Browser) => Object.assign(new Browser(), { device })
  const devices = (userId: string) => app().app.storage.reader.records.find('known-devices', { userId })

  it('are not locked out by a stranger who uses up the attempts of the address', async () => {
    const { email } = await makeUser(app())
    const own = new Browser()
    expect((await signIn(own, email)).status).toBe(200)
    expect(await guess(stranger(), email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await signIn(own, email)).status).toBe(200)
    // This does not help the stranger.
    expect(verdict(await logIn(app(), email))).toEqual([429, 'too_many_attempts'])
  })

  it('have as many attempts as other browsers, and do not use up those of the address', async () => {
    const { email } = await makeUser(app())
    const own = new Browser()
    await signIn(own, email)
    expect(await guess(own, email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(verdict(await signIn(own, email))).toEqual([429, 'too_many_attempts'])
    expect((await logIn(app(), email)).status).toBe(200)
    now += 600_000 + 1
    expect(await guess(own, email, 4)).toEqual([401, 401, 401, 401])
    expect((await signIn(own, email)).status).toBe(200)
    expect(await guess(own, email, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('count parallel guesses one by one', async () => {
    const { email } = await makeUser(app())
    const own = new Browser()
    await signIn(own, email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(own, email, WRONG)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('are known for one account of one collection, and their cookie grants nothing else', async () => {
    const { email } = await makeUser(app())
    const other = await makeUser(app())
    await makeUser(app(), { collection: 'customers', email })
    const own = new Browser()
    await signIn(own, email)
    await guess(stranger(), other.email, 5)
    expect(verdict(await signIn(own, other.email))).toEqual([429, 'too_many_attempts'])
    // Collections without lockout set no device cookie.
    const customer = await logIn(app(), email, PASSWORD, 'customers')
    expect(customer.headers.getSetCookie()).toEqual([expect.stringMatching(/^service_session=/)])
    const headers = { cookie: `service_device=${own.device}; service_session=${own.device}` }
    expect((await app().request('GET', '/api/auth/me', { headers })).status).toBe(401)
  })

  it('remember the last four users who signed in with them', async () => {
    const shared = new Browser()
    const people = []
    for (let i = 0; i < 5; i += 1) people.push(await makeUser(app()))
    for (const { email } of people) await signIn(shared, email)
    expect(must(shared.device, 'cookie').split('.')).toHaveLength(4)
    for (const { email } of people) await guess(stranger(), email, 5)
    const statuses = []
    for (const { email } of people) statuses.push((await signIn(asItIs(shared), email)).status)
    expect(statuses).toEqual([429, 200, 200, 200, 200])
  })

  it('are identified by a cookie that scripts, other paths and other sites do not get', async () => {
    const { email, id } = await makeUser(app())
    const answer = await logIn(app(), email)
    const [session = '', device = ''] = answer.headers.getSetCookie()
    expect(session).toMatch(/^service_session=/)
    expect(device).toMatch(/^service_device=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Lax; Expires=/)
    const token = must(/=([\w-]{43})/.exec(device)?.[1], 'token')
    expect(answer.text).not.toContain(token)
    expect(JSON.stringify(await devices(id))).not.toContain(token)
    expect((await logIn(app(), email, WRONG)).headers.getSetCookie()).toEqual([])
    expect((await logIn(app(), freshAddress('nobody'), WRONG)).headers.getSetCookie()).toEqual([])
  })

  it('with malformed cookies count as unknown', async () => {
    const { email } = await makeUser(app())
    await guess(stranger(), email, 5)
    for (const nonsense of ['x', 'A'.repeat(43), `${'A'.repeat(43)}.`.repeat(200), '%00', '..', "' or 1=1"]) {
      const browser = new Browser()
      browser.device = nonsense
      expect(verdict(await signIn(browser, email))).toEqual([429, 'too_many_attempts'])
    }
  })

  it('are forgotten with a new password or address, with the user, and after half a year', async () => {
    const editor = await admin(app())
    const users = app().local.asSystem().collection('users')
    const known = async () => {
      const user = await makeUser(app())
      const browser = new Browser()
      const answer = await signIn(browser, user.email)
      expect(await devices(user.id)).toHaveLength(1)
      return { ...user, browser, headers: { authorization: `Session ${(answer.body as { token: string }).token}` } }
    }
    const changed = await known()
    const body = { currentPassword: PASSWORD, newPassword: 'another good password' }
    const answer = await app().request('POST', '/api/auth/change-password', { body, headers: changed.headers })
    expect(answer.status, answer.text).toBe(200)
    expect(await devices(changed.id)).toEqual([])
    const moved = await known()
    await users.update(moved.id, { email: freshAddress('moved') })
    expect(await devices(moved.id)).toEqual([])
    const gone = await known()
    await users.delete(gone.id)
    expect(await devices(gone.id)).toEqual([])
    const late = await known()
    await guess(late.browser, late.email, 5)
    const unlocked = await app().request('POST', `/api/auth/users/${late.id}/unlock`, { headers: editor.byToken })
    expect(unlocked.status, unlocked.text).toBe(200)
    expect((await signIn(late.browser, late.email)).status).toBe(200)
    now += 180 * DAY + 1
    await guess(stranger(), late.email, 5)
    expect(verdict(await signIn(late.browser, late.email))).toEqual([429, 'too_many_attempts'])
    await app().app.runJobs()
    expect(await devices(late.id)).toEqual([])
  })

  it('are at most fifty per user', async () => {
    const { id, email } = await makeUser(app())
    const first = new Browser()
    await signIn(first, email)
    for (let i = 0; i < 50; i += 1) {
      now += 1_000
      await logIn(app(), email)
    }
    expect(await devices(id)).toHaveLength(50)
    await guess(stranger(), email, 5)
    expect(verdict(await signIn(first, email))).toEqual([429, 'too_many_attempts'])
  })
})
