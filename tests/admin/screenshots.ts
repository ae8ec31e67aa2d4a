// `npm run screenshots`: pictures of every screen, light and dark, wide and narrow, in packages/admin/dist/screenshots.
// Look at them whenever you change the interface. Arguments choose pictures by a part of their name: `list`, `dark-wide`.
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'

interface Screen {
  readonly name: string
  readonly path: string
  /** What the service does otherwise. */
  readonly before?: (page: Page) => Promise<unknown>
  /** It never gets any further. */
  readonly isWaiting?: boolean
  /** What to do before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
  readonly isOutside?: boolean
}

const folder = fileURLToPath(new URL('../../packages/admin/dist/screenshots/', import.meta.url))
const VARIANTS = (['light', 'dark'] as const).flatMap((theme) =>
  [1320, 390].map((width) => ({ theme, width, name: `${theme}-${width > 800 ? 'wide' : 'narrow'}` })),
)

const browser = await findBrowser()
if (browser === null) throw new Error('There is no browser here. Install Chromium, or set QUIRE_BROWSER to one.')
const site = await AdminSite.start(browser)
try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const screens = await screensOf(site)
  for (const variant of VARIANTS) {
    const chosen = screens.filter(({ name }) => isChosen(`${name}-${variant.name}`))
    if (chosen.length > 0) await takeAll(chosen, variant)
  }
} finally {
  await site.close()
}

function isChosen(picture: string): boolean {
  const asked = process.argv.slice(2)
  return asked.length === 0 || asked.some((part) => picture.includes(part))
}

async function takeAll(screens: readonly Screen[], { theme, width, name }: (typeof VARIANTS)[number]): Promise<void> {
  const options = { viewport: { width, height: 820 }, colorScheme: theme }
  const outside = await site.open('/sign-in', options)
  const inside = await site.openSignedIn('/', options)
  for (const screen of screens) {
    const { page } = screen.isOutside ? outside : inside
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await screen.before?.(page)
    await page.goto(`${site.url}/admin${screen.path}`)
    if (screen.isWaiting) await page.getByRole('navigation').first().waitFor({ state: 'attached' })
    else {
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
    }
    await screen.act?.(page)
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: `${folder}${screen.name}-${name}.png` })
  }
  await outside.page.context().close()
  await inside.page.context().close()
}

/** One line for each screen and state that is worth a look. */
async function screensOf({ app }: AdminSite): Promise<Screen[]> {
  const first = async (slug: string, where: object = {}) => {
    const found = await app.local.asSystem().collections[slug]?.find({ where: where as never, limit: 1 })
    return found?.docs[0]?.id ?? ''
  }
  const post = await first('posts', { title: { equals: 'Printing the web, once a year' } })
  const author = await first('authors')
  const press = await first('posts', { title: { equals: 'A press without electricity' } })
  const picture = await first('media', { filename: { equals: 'press.webp' } })
  const open = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
  const answers = (path: string, status: number, code: string) => (page: Page) =>
    page.route(path, (route) =>
      route.fulfill({ status, json: { error: { code, message: 'No.', requestId: 'lmYb1CYS60f8HCaF.1' } } }),
    )
  return [
    { name: 'sign-in', path: '/sign-in', isOutside: true },
    { name: 'forgot-password', path: '/forgot-password', isOutside: true },
    { name: 'home', path: '/' },
    { name: 'list', path: '/collections/posts' },
    {
      name: 'list-selected',
      path: '/collections/posts?filter=[[["_status","in",["draft","changed"]]]]',
      act: async (page) => {
        for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      },
    },
    { name: 'list-filter', path: '/collections/posts', act: open('Add filter') },
    { name: 'list-columns', path: '/collections/posts', act: open('Columns') },
    { name: 'list-media', path: '/collections/media' },
    { name: 'list-media-table', path: '/collections/media?view=table' },
    { name: 'list-authors', path: '/collections/authors' },
    { name: 'list-loading', path: '/collections/pages', before: never('**/api/collections/pages?*'), isWaiting: true },
    {
      name: 'list-failed',
      path: '/collections/tags',
      before: answers('**/api/collections/tags?*', 500, 'internal'),
    },
    {
      name: 'document-refused',
      path: `/collections/authors/${author}`,
      before: answers(`**/api/collections/authors/${author}*`, 403, 'forbidden'),
    },
    { name: 'not-found', path: '/nothing/is/here' },
    { name: 'list-empty', path: '/collections/tags?q=nothing+is+named+so' },
    {
      name: 'palette',
      path: '/',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'document', path: `/collections/posts/${post}` },
    { name: 'document-beside', path: `/collections/posts/${post}?beside=de` },
    { name: 'document-details', path: `/collections/posts/${post}?tab=details` },
    { name: 'document-author', path: `/collections/authors/${author}` },
    { name: 'document-preview', path: `/collections/posts/${post}?preview=true` },
    { name: 'document-scheduled', path: `/collections/posts/${press}` },
    {
      name: 'document-sections',
      path: `/collections/posts/${post}`,
      act: (page) => page.getByRole('button', { name: 'Add section' }).scrollIntoViewIfNeeded(),
    },
    { name: 'document-tab', path: `/collections/posts/${post}?part=Further+reading` },
    { name: 'document-menu', path: `/collections/posts/${post}`, act: open(/More|Actions/) },
    {
      name: 'document-schedule',
      path: `/collections/posts/${post}?tab=details`,
      act: open('Schedule the publication'),
    },
    { name: 'media', path: `/collections/media/${picture}` },
    { name: 'document-new', path: '/collections/posts/new' },
    { name: 'trash', path: '/trash' },
    { name: 'document-drawer', path: `/collections/posts/${post}?drawer=authors/${author}` },
    { name: 'history', path: `/collections/posts/${post}/history` },
    { name: 'global', path: '/globals/settings' },
    { name: 'list-users', path: '/collections/users' },
    { name: 'new-user', path: '/collections/users/new' },
    { name: 'profile', path: '/profile/you' },
    { name: 'profile-sessions', path: '/profile/security' },
    { name: 'profile-keys', path: '/profile/api-keys' },
    { name: 'profile-preferences', path: '/profile/preferences' },
  ]
}

/** Calls to it are never answered. */
function never(path: string): (page: Page) => Promise<unknown> {
  return (page) => page.route(path, () => new Promise(() => {}))
}
