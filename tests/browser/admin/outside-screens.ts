import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { press, type Screen, typeCredentials } from './every-screen.ts'
import { AUTHOR, type FullApplication, MAYA, NEWCOMER } from './full-application.ts'
import { named } from './in-every-language.ts'

const isOutside = true

/** Screens of signed-out users. */
export function outsideScreens({ site, mails }: FullApplication): Screen[] {
  /** An author opens the log without the right. */
  const goWithoutRights = async (page: Page) => {
    await page.context().request.post(`${site.url}/api/auth/users/login`, { data: AUTHOR })
    await page.goto(`${site.url}/admin/activity`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const mail = (to: string) => async (page: Page) => {
    const [sent] = mails.filter((one) => one.to === to)
    // Leave the page first: its policy does not apply to mails.
    await page.goto('about:blank')
    // Mail clients show a mail inside of a landmark of their own.
    const html = must(sent?.html, `a mail to ${to}`)
    await page.setContent(html.replace(/<body[^>]*>/, '$&<main>').replace('</body>', '</main></body>'))
  }
  return [
    { name: 'sign-in-providers', path: '/sign-in', isOutside },
    { name: 'sign-in-provider-refused', path: '/sign-in?error=unavailable', isOutside, isAlike: true },
    { name: 'second-step', path: '/sign-in', isOutside, act: wrongCode },
    { name: 'second-step-passkey', path: '/sign-in', isOutside, act: secondStep('Passkey'), isAlike: true },
    { name: 'second-step-recovery', path: '/sign-in', isOutside, act: secondStep('Recovery code'), isAlike: true },
    { name: 'set-up-factor', path: '/sign-in', isOutside, act: setUp },
    { name: 'set-up-codes', path: '/sign-in', isOutside, act: setUpCodes },
    { name: 'accept-invitation', path: '/accept-invitation?token=x', isOutside },
    { name: 'accept-invitation-over', path: '/accept-invitation?token=x', isOutside, act: acceptLate, isAlike: true },
    { name: 'forbidden', path: '/sign-in', isOutside, act: goWithoutRights },
    { name: 'service-gone', path: '/sign-in', isOutside, act: loseService },
    { name: 'member-password', path: '/auth/members/reset-password?token=x', ...PLAIN },
    { name: 'member-verify', path: '/auth/members/verify?token=x', ...PLAIN, act: failPlainly },
    { name: 'member-invitation', path: '/auth/members/accept-invitation?token=x', ...PLAIN, isAlike: true },
    { name: 'mail-invitation', path: '/livez', ...PLAIN, act: mail('gus@example.com') },
    { name: 'mail-verify', path: '/livez', ...PLAIN, act: mail('reader@example.com'), isAlike: true },
    { name: 'mail-factors', path: '/livez', ...PLAIN, act: mail(MAYA.email), isAlike: true },
    { name: 'api-docs', path: '/api/docs', ...PLAIN },
  ]
}

/** Pages that the service itself renders, and mails. */
const PLAIN = { isPlain: true, isOutside }

const secondStep = (way?: string) => async (page: Page) => {
  await typeCredentials(page, MAYA)
  await page.getByLabel(named('Code')).waitFor()
  if (way !== undefined) await press(way)(page)
}

async function wrongCode(page: Page): Promise<void> {
  await secondStep()(page)
  await page.getByLabel(named('Code')).fill('000000')
  await press('Continue')(page)
  await page.getByText(named('That code is wrong, or was used already.')).waitFor()
}

async function setUp(page: Page): Promise<void> {
  await typeCredentials(page, NEWCOMER)
  await page.getByRole('heading', { name: named('Set up two-step verification') }).waitFor()
}

async function setUpCodes(page: Page): Promise<void> {
  await setUp(page)
  await press('Set up')(page)
  await page.getByRole('dialog').getByRole('img').waitFor()
}

async function acceptLate(page: Page): Promise<void> {
  await page.getByLabel(named('Password')).fill('a sentence of my own')
  await press('Save and sign in')(page)
  await page.locator('form').waitFor({ state: 'detached' })
}

async function loseService(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await page.locator('h1').first().waitFor()
  await page.unroute('**/api/**')
}

async function failPlainly(page: Page): Promise<void> {
  await page.locator('button').click()
  await page.locator('[role=status]:not(:empty)').waitFor()
}
