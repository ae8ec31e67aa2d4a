import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { press, type Screen } from './every-screen.ts'
import { type FullApplication, MAYA, type Person } from './full-application.ts'
import { named } from './in-every-language.ts'
import { outsideScreens } from './outside-screens.ts'
import { TRANSFER_SCREENS } from './transfer-screens.ts'

/** Screens and states that the example lacks. */
export async function fullScreensOf(full: FullApplication): Promise<Screen[]> {
  const maya = await full.first('users', { email: { equals: MAYA.email } })
  const { id: post } = await full.first('posts', { title: { equals: 'Printing the web, once a year' } })
  await happenings(full, maya, post)
  const line = (page: Page) => page.locator('main details').first().locator('summary').click()
  return [
    ...outsideScreens(full),
    { name: 'activity', path: '/activity' },
    { name: 'activity-entry', path: '/activity?kind=changed', act: line },
    { name: 'activity-none', path: '/activity?kind=changed&who=nobody', isAlike: true },
    { name: 'document-activity', path: `/collections/posts/${post}/activity`, isAlike: true },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhooks-delivery', path: '/webhooks', act: line },
    { name: 'jobs-running', path: '/jobs' },
    { name: 'jobs-failed', path: '/jobs?status=failed', act: line },
    { name: 'jobs-run', path: '/jobs', act: press('Run a job') },
    ...TRANSFER_SCREENS,
    { name: 'profile-security', path: '/profile/security' },
    { name: 'passkey-name', path: '/profile/security', act: rename },
    { name: 'recovery-codes', path: '/profile/security', act: (page) => renewCodes(page, full) },
    { name: 'profile-providers', path: '/profile/providers' },
    { name: 'provider-remove', path: '/profile/providers', act: removeProvider, isAlike: true },
    { name: 'new-key-secret', path: '/profile/api-keys', act: makeKey },
    { name: 'profile-own-keys', path: '/profile/api-keys' },
    { name: 'user-margin', path: `/collections/users/${maya.id}?tab=details` },
    { name: 'list-users-invited', path: '/collections/users' },
    { name: 'invite', path: '/collections/users', act: openInvite },
    { name: 'invitation-link', path: '/collections/users', act: copyLink },
    { name: 'presence-list', path: '/collections/posts', before: () => beThere(full, post), isAlike: true },
    { name: 'presence-document', path: `/collections/posts/${post}`, before: () => beThere(full, post) },
  ]
}

/** Activity of users before the screenshots. */
async function happenings({ site, receiver }: FullApplication, maya: Person, post: string): Promise<void> {
  const system = site.app.local.asSystem()
  const { collections } = site.app.local.as({ ...maya, collection: 'users' })
  const [posts, tags] = [must(collections['posts'], 'posts'), must(collections['tags'], 'tags')]
  receiver.answer = () => 503
  const tag = await tags.create({ name: 'Letterpress', color: 'madder' })
  await tags.create({ name: 'Marginalia', color: 'indigo' })
  await posts.update(post, { excerpt: 'Once a year, we print everything that we wrote.' })
  await tags.update(tag.id, { name: 'Letterpress and lead', color: 'weld' })
  await system.jobs['sendIssue']?.({ issue: 7 })
  await system.jobs['reindex']?.({})
  await system.jobs['reportOldDrafts']?.({})
  for (const email of ['gus@example.com', 'a.person.with.a.rather.long.name@department.example.com'])
    await system.users('users').invite({ data: { name: 'Gus Tavo', email, roles: ['editor'] } })
  await must(system.auth['members'], 'members').createUser({
    data: { email: 'reader@example.com' },
    password: MAYA.password,
  })
}

/** Its inputs are loaded on demand. */
async function openInvite(page: Page): Promise<void> {
  await press('Invite')(page)
  await page.getByRole('dialog').getByRole('combobox').waitFor()
}

const copyLink = (page: Page) =>
  page
    .getByRole('button', { name: named('Copy link to the invitation of {email}', { email: 'gus@example.com' }) })
    .click()

const rename = (page: Page) =>
  page.getByRole('button', { name: named('Rename {name}', { name: 'Work laptop' }) }).click()

async function renewCodes(page: Page, full: FullApplication): Promise<void> {
  await press('Create new codes')(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: named('Create new codes') })
    .click()
  const codes = page.getByRole('dialog').getByRole('listitem')
  await codes.first().waitFor()
  full.recoveryCodes = await codes.allTextContents()
}

const removeProvider = (page: Page) =>
  page.getByRole('button', { name: named('Remove {provider}', { provider: 'Studio' }) }).click()

async function makeKey(page: Page): Promise<void> {
  await press('New key')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('Static site')
  await dialog.locator('button[type=submit]').click()
  await dialog.locator('input[readonly]').waitFor()
}

async function beThere({ site }: FullApplication, post: string): Promise<void> {
  const users = must(site.app.local.asSystem().collections['users'], 'users')
  const { docs } = await users.find({ where: { email: { like: '@press.example.com' } } })
  for (const user of docs)
    await must(site.app.local.as({ ...user, collection: 'users' }).collections['posts'], 'posts').heartbeat(post)
}
