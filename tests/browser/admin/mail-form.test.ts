// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Outbox } from '../../engine/auth/mail.ts'
import { freePort } from '../../setup/free-port.ts'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

describe.skipIf(found === null)('the plain page of a link in a mail', () => {
  const outbox = new Outbox()
  let site: AdminSite
  beforeAll(async () => {
    const config = defineConfig({
      database: sqlite(':memory:'),
      mailer: outbox,
      admin: { users: 'users' },
      server: { publicUrl: `http://127.0.0.1:${await freePort()}`, rateLimit: false },
      collections: {
        users: collection({ auth: true, fields: {} }),
        members: collection({ auth: { verification: true }, fields: {} }),
      },
    })
    site = await AdminSite.startOther(found ?? '', config)
  }, 120_000)
  afterAll(() => site.close())

  it('confirms an address, sets a password, and reports a used link', async () => {
    const email = 'member@example.com'
    const members = site.app.local.asSystem().users('members')
    await members.createUser({ data: { email }, password: 'correct horse' })
    const linkIn = async (count: number) =>
      must(/http:\/\/127\.0\.0\.1\S+/.exec((await outbox.newest(email, count)).text)?.[0], 'link')
    const logIn = (password: string) =>
      members.login({ email, password }).then(
        () => 'in',
        (error: Error) => error.message,
      )
    const { page, problems } = await site.open('/sign-in')
    await page.goto(await linkIn(1))
    expect(await logIn('correct horse')).toContain('not confirmed yet')
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByText('Done. You can close this page.').waitFor()
    expect(await logIn('correct horse')).toBe('in')

    await members.forgotPassword({ email })
    const link = await linkIn(2)
    await page.goto(link)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await page.getByText(/at least 8/).waitFor()
    await page.getByLabel('New password').fill('battery staple')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await page.getByText('Done. You can close this page.').waitFor()
    expect(await logIn('battery staple')).toBe('in')

    await page.goto(link)
    await page.getByLabel('New password').fill('another staple')
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await page.getByText('This link has already been used or has expired.').waitFor()
    expect(await logIn('another staple')).not.toBe('in')
    // The console reports error responses, but no violations of the CSP.
    expect(problems.filter((problem) => !/4\d\d/.test(problem))).toEqual([])
  })

  it('does not blame the link for other errors', async () => {
    const email = 'patient@example.com'
    const members = site.app.local.asSystem().users('members')
    await members.createUser({ data: { email }, password: 'correct horse' })
    const link = must(/http:\/\/127\.0\.0\.1\S+/.exec((await outbox.newest(email)).text)?.[0], 'link')
    const { page } = await site.open('/sign-in')
    const confirm = async (expected: string) => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm this address' }).click()
      await expect.poll(() => page.getByRole('status').textContent()).toBe(expected)
    }
    for (const status of [429, 503, null]) {
      await page.route('**/api/**/verify', (route) =>
        status === null ? route.abort() : route.fulfill({ status, json: { error: { status } } }),
      )
      await confirm('Something went wrong. Try again in a moment.')
      await page.unroute('**/api/**/verify')
    }
    await confirm('Done. You can close this page.')
  })
})
