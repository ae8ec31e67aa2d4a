import type { Page } from 'playwright-core'
import type { AdminSite } from './admin-site.ts'
import { named } from './in-every-language.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  /** A page of the service itself, beside the admin app. */
  readonly isPlain?: boolean
  /** Runs before the first visit. */
  readonly before?: () => Promise<unknown>
  /** Actions before the check. */
  readonly act?: (page: Page) => Promise<unknown>
  /** For signed-out users. */
  readonly isOutside?: boolean
  /** Has the same parts as another screen, or is tested by a journey: only for visual review. */
  readonly isAlike?: boolean
}

/** One entry for each screen and state, for review (`npm run screenshots`) and for tests. */
export async function screensOf(site: AdminSite): Promise<Screen[]> {
  const collection = (slug: string) => site.app.local.asSystem().collections[slug]
  const first = async (slug: string, where: object = {}) => {
    const found = await collection(slug)?.find({ where: where as never, limit: 1 })
    return found?.docs[0]?.id ?? ''
  }
  const titled = (title: string) => first('posts', { title: { equals: title } })
  const post = await titled('Printing the web, once a year')
  const contested = await titled('The sound of a good sheet')
  const [author, file] = [await first('authors'), await first('media', { filename: { equals: 'press.webp' } })]
  const select = async (page: Page) => {
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  }
  return [
    { name: 'sign-in', path: '/sign-in', isOutside: true },
    { name: 'sign-in-refused', path: '/sign-in', isOutside: true, act: signInWrongly },
    { name: 'forgot-password', path: '/forgot-password', isOutside: true },
    { name: 'reset-password', path: '/reset-password?token=x', isOutside: true },
    { name: 'reset-password-incomplete', path: '/reset-password', isOutside: true },
    { name: 'verify-failed', path: '/verify?token=x', isOutside: true },
    // The example has no invitations.
    { name: 'nowhere-outside', path: '/accept-invitation?token=x', isOutside: true },
    { name: 'nowhere', path: '/nowhere' },
    { name: 'home', path: '/' },
    { name: 'account-menu', path: '/', act: (page) => page.locator('aside button').last().click() },
    { name: 'palette', path: '/', act: openPalette },
    { name: 'palette-empty', path: '/', act: (page) => openPalette(page).then(() => page.keyboard.type('zzzz')) },
    { name: 'list', path: '/collections/posts' },
    {
      name: 'list-selected',
      path: '/collections/posts?filter=[[["_status","in",["draft","changed"]]]]',
      act: select,
    },
    {
      name: 'list-bulk-edit',
      path: '/collections/posts',
      act: (page) => select(page).then(() => press('Edit…')(page)),
    },
    { name: 'list-filter', path: '/collections/posts', act: press('Add filter') },
    { name: 'list-columns', path: '/collections/posts', act: press('Columns') },
    {
      name: 'list-save-view',
      path: '/collections/posts',
      act: (page) => page.getByRole('button', { name: /^\+/ }).first().click(),
    },
    { name: 'list-export', path: '/collections/posts', act: chooseInMenu('Export…') },
    { name: 'list-import', path: '/collections/posts', act: chooseInMenu('Import…'), isAlike: true },
    { name: 'list-media', path: '/collections/media' },
    { name: 'list-media-table', path: '/collections/media?layout=table' },
    { name: 'list-authors', path: '/collections/authors', isAlike: true },
    { name: 'list-empty', path: '/collections/tags?q=nothing+is+named+so' },
    { name: 'list-unknown', path: '/collections/nothing' },
    { name: 'document', path: `/collections/posts/${post}` },
    { name: 'document-menu', path: `/collections/posts/${post}`, act: press('More actions') },
    { name: 'document-preview', path: `/collections/posts/${post}?preview=true` },
    {
      name: 'document-click-to-edit',
      path: `/collections/posts/${post}?preview=true`,
      act: pointAtTitle,
      isAlike: true,
    },
    { name: 'document-tab', path: `/collections/posts/${post}?part=Further+reading` },
    {
      name: 'document-scheduled',
      path: `/collections/posts/${await titled('A press without electricity')}?tab=details`,
    },
    { name: 'document-beside', path: `/collections/posts/${post}?beside=de` },
    { name: 'document-translation', path: `/collections/posts/${post}?locale=de&beside=en` },
    { name: 'document-comments', path: `/collections/posts/${post}?tab=details`, act: comment },
    { name: 'document-details', path: `/collections/posts/${post}?tab=details` },
    { name: 'document-author', path: `/collections/authors/${author}`, isAlike: true },
    { name: 'document-new', path: '/collections/posts/new' },
    { name: 'document-file', path: `/collections/media/${file}` },
    { name: 'document-unknown', path: '/collections/posts/00000000-0000-7000-8000-000000000000' },
    { name: 'document-drawer', path: `/collections/posts/${post}?drawer=authors/${author}` },
    { name: 'document-conflict', path: `/collections/posts/${contested}`, act: (page) => conflict(page) },
    { name: 'schedule', path: `/collections/posts/${post}?tab=details`, act: press('Schedule') },
    { name: 'history', path: `/collections/posts/${post}/history` },
    { name: 'global', path: '/globals/settings' },
    { name: 'calendar', path: '/calendar' },
    { name: 'trash', path: '/trash' },
    { name: 'jobs', path: '/jobs' },
    { name: 'list-users', path: '/collections/users', isAlike: true },
    { name: 'new-user', path: '/collections/users/new', isAlike: true },
    { name: 'profile', path: '/profile/you' },
    { name: 'profile-sessions', path: '/profile/security' },
    { name: 'profile-keys', path: '/profile/api-keys' },
    { name: 'profile-new-key', path: '/profile/api-keys', act: press('New key') },
    {
      name: 'change-key',
      path: `/collections/users/${await serviceAccount(site)}?tab=details`,
      act: changeKey,
      isAlike: true,
    },
    { name: 'profile-key-matrix', path: '/profile/api-keys', act: chooseActions, isAlike: true },
    { name: 'new-service-account', path: '/collections/users/new', act: chooseService, isAlike: true },
    {
      name: 'service-keys',
      path: `/collections/users/${await serviceAccount(site)}?tab=details`,
      act: manageKeys,
      isAlike: true,
    },
    { name: 'profile-preferences', path: '/profile/preferences' },
  ]

  /** Another user changes the title while it is edited here. */
  async function conflict(page: Page): Promise<void> {
    const title = page.getByRole('textbox', { name: /^(Title|Titel)$/ })
    await collection('posts')?.update(contested, { title: `Theirs ${Date.now()}` })
    await title.fill('Mine')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
  }
}

export const press = (name: string) => (page: Page) =>
  page
    .getByRole('button', { name: named(name) })
    .first()
    .click()

/** An item in the menu of a list. */
export const chooseInMenu = (name: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: named('More') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: named(name) }).click()
  await page.getByRole('dialog').waitFor()
}

async function chooseActions(page: Page): Promise<void> {
  await page.getByRole('button', { name: named('New key') }).click()
  await page.getByLabel(named('Permissions')).selectOption('write')
  await page.getByLabel(named('Permissions')).selectOption('chosen')
}

const chooseService = (page: Page) => page.getByLabel(named('Kind')).selectOption('service')

const manageKeys = (page: Page) =>
  page.getByRole('button', { name: named('Manage {count} keys', { count: '2' }) }).click()

async function changeKey(page: Page): Promise<void> {
  await manageKeys(page)
  await page.getByRole('button', { name: named('Change {name}', { name: 'Weekly issue' }) }).click()
}

/** An account with two keys. */
async function serviceAccount(site: AdminSite): Promise<string> {
  const users = site.app.local.asSystem().users('users')
  const { id } = (await users.createUser({ data: { name: 'Newsletter' }, kind: 'service' })) as { id: string }
  const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString()
  const scopes = { collections: { posts: ['read'] }, drafts: false }
  await users.createUserApiKey(id, { name: 'Weekly issue', scopes, expiresAt, addresses: ['203.0.113.0/24'] })
  await users.createUserApiKey(id, { name: 'Old importer', note: 'Until the new one is in place' })
  return id
}

/** A comment of another user, if there is none yet. */
async function comment(page: Page): Promise<void> {
  const comments = page.getByRole('region', { name: named('Comments') })
  const question = 'Do we have a better picture of the press?'
  await comments.scrollIntoViewIfNeeded()
  if ((await comments.getByText(question).count()) > 0) return
  await comments.getByRole('button', { name: named('Add a comment') }).click()
  await comments.getByRole('textbox').fill(question)
  await comments.getByRole('button', { name: named('Comment') }).click()
  await comments.getByText(question).first().waitFor()
}

/** In the preview, what is under the pointer can be edited. */
async function pointAtTitle(page: Page): Promise<void> {
  await page.getByRole('button', { name: named('Click to edit') }).waitFor()
  await page.frameLocator('iframe').locator('h1').hover()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

async function signInWrongly(page: Page): Promise<void> {
  await typeCredentials(page, { email: 'nobody@example.com', password: 'not a password' })
  await page.getByRole('alert').waitFor()
}

/** Into the form, as people do. */
export async function typeCredentials(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel(named('Email address')).fill(who.email)
  await page.getByLabel(named('Password')).fill(who.password)
  await page.getByRole('button', { name: named('Sign in') }).click()
}
