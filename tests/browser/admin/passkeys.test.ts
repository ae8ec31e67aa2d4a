// @module-tag release
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt, stepAt } from '../../../packages/features/src/auth/factors/one-time-code.ts'
import { fromBase32 } from '../../engine/auth/from-base32.ts'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'

const found = findBrowser()
const PASSWORD = 'a long secret of mine'
const ANN = 'ann@example.com'
const BEN = 'ben@example.com'

const config = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({
      auth: { passkeys: true, totp: true, secondFactor: ({ actor }) => actor['email'] === ANN },
      fields: { name: f.text() },
    }),
    notes: collection({ fields: { title: f.text() } }),
  },
})

/** A virtual authenticator that answers like a user's finger, until `leave` removes it. */
async function withAuthenticator(page: Page): Promise<{ leave(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    leave: () =>
      session
        .send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
        .then(() => undefined),
  }
}

describe.skipIf(found === null)('passkeys and second factors in the admin app', () => {
  let site: AdminSite
  let url: string
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
    // Browsers create no passkeys for IP addresses.
    url = site.url.replace('127.0.0.1', 'localhost')
    const { auth } = site.app.local.asSystem()
    for (const [name, email] of [
      ['Ann', ANN],
      ['Ben', BEN],
    ])
      await auth['users']?.createUser({ data: { name, email }, password: PASSWORD })
  }, 120_000)
  afterAll(() => site.close())

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Clears the cookie; the menu of the account has a journey of its own. */
  async function signOut(page: Page): Promise<void> {
    await page.context().clearCookies({ name: 'service_session' })
    await page.goto(`${url}/admin/sign-in`)
  }

  it('are required, set up, and requested at sign-in', async () => {
    const { page, problems } = await site.open('/sign-in')
    const finger = await withAuthenticator(page)
    await page.goto(`${url}/admin/profile/security`)
    await signIn(page, ANN)

    // No other part of the app until there is a factor.
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await expectFitting(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    // The first passkey offers recovery codes.
    await page.getByText(/a recovery code lets you in/).waitFor()
    const made: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && made.push(new URL(request.url()).pathname)))
    await page.getByRole('button', { name: 'Create new codes' }).dblclick()
    const codes = page.getByRole('list', { name: 'Your recovery codes' })
    await codes.getByRole('listitem').first().waitFor()
    // New codes would invalidate these, and a click beside the dialog must not discard them.
    await page.mouse.click(5, 5)
    expect(made).toEqual(['/api/auth/recovery-codes'])
    const [recoveryCode = ''] = await codes.getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()

    // Back at the screen where it was started: the profile.
    await page.getByText('10 codes left').waitFor()
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop').waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR' }).waitFor()
    await expectAccessible(page)
    const secret = await page.getByLabel('Key', { exact: true }).inputValue()
    await page.getByLabel('Code', { exact: true }).fill(codeAt(fromBase32(secret), stepAt(new Date())))
    await page.getByRole('button', { name: 'Confirm' }).dblclick()
    await page.getByRole('dialog', { name: 'One-time codes' }).waitFor({ state: 'detached' })
    await page.getByText('On: you’re asked for a code').waitFor()

    // After the password, all factors are offered. With a finger on the sensor, the browser would sign in by itself.
    await finger.leave()
    await signOut(page)
    expect(await page.getByLabel('Email address').getAttribute('autocomplete')).toBe('username webauthn')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await signIn(page, ANN)
    await page.getByText('Enter the code that your authenticator app shows.').waitFor()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('That code is wrong').waitFor()
    const others = page.getByRole('region', { name: 'Use another way' })
    expect(await others.getByRole('button').allTextContents()).toEqual(['Passkey', 'Recovery code'])
    await others.getByRole('button', { name: 'Recovery code' }).click()
    await page.getByLabel('Code').fill(recoveryCode.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'notes' }).first().waitFor()
    expect(problems).toEqual([])
  }, 120_000)

  it('sign in without a password, and are reset by users with the right to do so', async () => {
    const { page, problems } = await site.open('/sign-in')
    await withAuthenticator(page)
    await page.goto(`${url}/admin/profile/security`)
    await signIn(page, BEN)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Phone').waitFor()

    await signOut(page)
    // It answers with the address field, unless the click comes first.
    await page
      .getByRole('button', { name: 'Sign in with a passkey' })
      .click({ timeout: 3000 })
      .catch(() => undefined)
    await page.getByRole('link', { name: 'notes' }).first().waitFor()

    const { docs } = await site.app.local
      .asSystem()
      .collection('users')
      .find({ where: { email: { equals: ANN } } })
    await page.goto(`${url}/admin/collections/users/${docs[0]?.id}`)
    const margin = page.getByRole('region', { name: 'Two-step verification' })
    await expect
      .poll(() => margin.getByRole('listitem').allTextContents())
      .toEqual(['1 passkey', 'One-time codes', 'Recovery codes'])
    await margin.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await margin.getByText('None').waitFor()
    expect(problems).toEqual([])
  }, 120_000)
})
