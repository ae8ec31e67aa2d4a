// @module-tag release
import { must } from '@quirecms/testkit'
import { smtp } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, mailServer } from '../../engine/auth/mail-server.ts'
import { freePort } from '../../setup/free-port.ts'
import { type AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { startExample } from './example-site.ts'

const browser = findBrowser()

describe.skipIf(browser === null)('account recovery by mail', () => {
  let mails: MailServer
  let site: AdminSite

  beforeAll(async () => {
    mails = await mailServer()
    const publicUrl = `http://127.0.0.1:${await freePort()}`
    site = await startExample(browser ?? '', ({ collections }) => ({
      server: { rateLimit: false, publicUrl },
      email: smtp({ host: '127.0.0.1', port: mails.port, from: 'Quire <no-reply@example.com>' }),
      collections: {
        ...collections,
        users: {
          ...must(collections['users'], 'users'),
          auth: { verification: true, recovery: true, invitations: true, lockout: { attempts: 3 } },
        },
      },
    }))
  }, 120_000)
  afterAll(async () => {
    await site.close()
    await mails.close()
  })

  const addUser = async (email: string) => {
    const users = must(site.app.local.asSystem().auth['users'], 'users')
    await users.createUser({ data: { email, name: 'Lena Marsh', roles: ['editor'] }, password: EDITOR.password })
  }
  /** The link in the latest mail to an address, once this many have arrived. */
  const linkTo = async (email: string, count: number) => {
    const sent = () => mails.received.filter(({ to }) => to === email)
    await expect.poll(() => sent().length).toBe(count)
    return must(/http:\/\/127\.0\.0\.1\S+/.exec(sent().at(-1)?.text ?? '')?.[0], 'a link in the mail')
  }

  it('confirms an address with the link in a mail, and explains a used link', async () => {
    const email = 'lena@example.com'
    await addUser(email)
    await linkTo(email, 1)
    const { page, problems } = await site.open('/sign-in')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Your email address isn’t confirmed yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Resend the email' }).click()

    const link = await linkTo(email, 2)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await expectAccessible(page)
    await page.goto(link)
    await page.getByText('This link is no longer valid.').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena Marsh' }).waitFor()
    expect(problems).toEqual([])
  })

  it('lets a locked-out user set a new password by mail, and signs in', async () => {
    const email = 'marsh@example.com'
    await addUser(email)
    await linkTo(email, 1)
    const { page, problems } = await site.open('/sign-in')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill('not the password')
    for (const answer of [...Array<string>(3).fill('Wrong email address or password'), 'Too many attempts']) {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').getByText(answer).waitFor()
    }

    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await expectAccessible(page)

    const link = await linkTo(email, 2)
    await page.goto(link)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page
      .getByText(/at least 8/i)
      .last()
      .waitFor()
    await expectAccessible(page)
    await page.getByLabel('New password').fill('a sentence to remember')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Lena Marsh' }).waitFor()

    await page.goto(link)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('New password').fill('another sentence')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('alert').getByText('This link is no longer valid.').waitFor()
    expect(problems).toEqual([])
  })

  it('invites a user who chooses a password, and cancels an invitation', async () => {
    const { page, problems } = await openAdmin('Bo Ss', '/collections/users')
    const waiting = page.getByRole('region', { name: 'Pending invitations' })
    async function invite(email: string, name: string): Promise<void> {
      await page.getByRole('button', { name: 'Invite' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite someone' })
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Send the invitation' }).click()
      await dialog.waitFor({ state: 'detached' })
      await waiting.getByText(email).waitFor()
    }
    await invite('guest@example.com', 'Gus Tavo')
    await invite('mistake@example.com', 'Miss Take')
    const link = await linkTo('guest@example.com', 1)
    await page.getByRole('button', { name: 'Resend the invitation to guest@example.com' }).click()
    await page.getByRole('alert').getByText('An email was sent less than a minute ago.').waitFor()
    await page.getByRole('button', { name: 'Cancel invitation of mistake@example.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click()
    await waiting.getByText('mistake@example.com').waitFor({ state: 'detached' })

    const guest = await site.open('/sign-in')
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'You’re invited' }).waitFor()
    await guest.page.getByLabel('Password').fill('short')
    await guest.page.getByRole('button', { name: 'Save and sign in' }).click()
    await guest.page
      .getByText(/at least 8/i)
      .last()
      .waitFor()
    await guest.page.getByLabel('Password').fill('a sentence of my own')
    await guest.page.getByRole('button', { name: 'Save and sign in' }).click()
    await guest.page.getByRole('heading', { name: 'Hello, Gus Tavo' }).waitFor()
    await page.reload()
    await page.getByRole('row').getByText('guest@example.com').waitFor()
    await waiting.waitFor({ state: 'detached' })

    const late = await site.open('/sign-in')
    await late.page.goto(link)
    await late.page.getByLabel('Password').fill('another sentence of mine')
    await late.page.getByRole('button', { name: 'Save and sign in' }).click()
    await late.page.getByText('This invitation is no longer valid.').waitFor()
    expect([problems, guest.problems, late.problems]).toEqual([[], [], []])
  })

  it('copies an invitation link, which sets a password and asks to confirm the address', async () => {
    const email = 'handed@example.com'
    const { page, problems } = await openAdmin('Ch Ief', '/collections/users')
    const users = site.app.local.asSystem().users('users')
    await users.invite({ data: { email, name: 'Hanna Over', roles: ['editor'] } })
    await linkTo(email, 1)
    await page.reload()
    await page.getByRole('button', { name: `Copy link to the invitation of ${email}` }).click()
    const dialog = page.getByRole('dialog', { name: 'A link to hand over' })
    await dialog.getByText(`Anyone who has this link can accept the invitation of ${email}.`).waitFor()
    await expectAccessible(page)
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })

    const guest = await site.open('/sign-in')
    await guest.page.goto(link)
    await guest.page.getByLabel('Password').fill('a sentence of my own')
    await guest.page.getByRole('button', { name: 'Save and sign in' }).click()
    await guest.page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    await expectAccessible(guest.page)
    await guest.page.goto(await linkTo(email, 2))
    await guest.page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await guest.page.getByRole('link', { name: 'Sign in' }).click()
    await guest.page.getByLabel('Email address').fill(email)
    await guest.page.getByLabel('Password').fill('a sentence of my own')
    await guest.page.getByRole('button', { name: 'Sign in' }).click()
    await guest.page.getByRole('heading', { name: 'Hello, Hanna Over' }).waitFor()
    expect([problems, guest.problems]).toEqual([[], []])
  })

  /** An admin with a confirmed address. */
  async function openAdmin(name: string, path: string) {
    const email = `${name.toLowerCase().replace(' ', '')}@example.com` // As `openAs` derives it from the name.
    const users = must(site.app.local.asSystem().auth['users'], 'users')
    await users.createUser({ data: { email, name, roles: ['admin'] }, password: EDITOR.password })
    const token = must(/token=([\w-]+)/.exec(await linkTo(email, 1))?.[1], 'token')
    await site.app.local.users('users').verify({ token })
    return site.openAs(name, path)
  }
})
