// `npm run screenshots`: pictures of every screen in packages/admin/dist/screenshots: light and dark, on a desk, a tablet and a phone,
// in German and in Arabic. Look at them whenever you change the interface. Arguments choose pictures by a part of their name: `list`, `dark-wide`.
// With `--docs`, those that docs/admin.md shows are renewed in docs/pictures.
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { AdminSite } from './admin-site.ts'
import { closeBrowser, findBrowser, withoutStream } from './browser.ts'
import { type Screen, screensOf } from './every-screen.ts'
import { FullApplication } from './full-application.ts'
import { fullScreensOf } from './full-screens.ts'

const folder = fileURLToPath(new URL('../../../packages/admin/dist/screenshots/', import.meta.url))
const wide = { width: 1320, height: 820 }
const narrow = { width: 390, height: 820 }
const VARIANTS: Readonly<Record<string, BrowserContextOptions>> = {
  'light-wide': { viewport: wide },
  'dark-wide': { viewport: wide, colorScheme: 'dark' },
  'light-narrow': { viewport: narrow },
  'dark-narrow': { viewport: narrow, colorScheme: 'dark' },
  tablet: { viewport: { width: 768, height: 1024 } },
  german: { viewport: wide, locale: 'de' },
  arabic: { viewport: wide, locale: 'ar' },
}

/** Screenshots of the documentation, by file name. */
const IN_DOCS: Readonly<Record<string, string>> = {
  'list-selected-light-wide': 'admin-list',
  'document-light-wide': 'admin-document',
  'document-preview-light-wide': 'admin-preview',
  'document-translation-light-wide': 'admin-translation',
  'document-comments-light-wide': 'admin-comments',
  'list-media-light-wide': 'admin-media-grid',
  'document-file-light-wide': 'admin-media',
  'history-light-wide': 'admin-history',
  'calendar-light-wide': 'admin-calendar',
  'home-dark-wide': 'admin-home-dark',
}
const pictures = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
const isForDocs = process.argv.includes('--docs')

// The key that encrypts secrets of one-time codes: here they are made up.
process.env['QUIRE_SECRET'] ??= 'for the secrets of people who are made up'

const browser = findBrowser()
if (browser === null) throw new Error('There is no browser here. Install Chromium, or set QUIRE_BROWSER to one.')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
try {
  await takeAllOfExample(browser)
  if (!isForDocs) await takeAllOfFull(browser)
} finally {
  await closeBrowser()
}

async function takeAllOfExample(path: string): Promise<void> {
  const site = await AdminSite.start(path)
  try {
    await takeAll(site, await screensOf(site), async (options) => (await site.openSignedIn('/', options)).page)
  } finally {
    await site.close()
  }
}

async function takeAllOfFull(path: string): Promise<void> {
  const full = await FullApplication.start(path)
  try {
    await takeAll(full.site, await fullScreensOf(full), async (options) => {
      const { page } = await full.site.open('/sign-in', options)
      await full.signIn(page)
      return page
    })
  } finally {
    await full.close()
  }
}

function isChosen(picture: string): boolean {
  if (isForDocs && !(picture in IN_DOCS)) return false
  const asked = process.argv.slice(2).filter((one) => one !== '--docs')
  return asked.length === 0 || asked.some((part) => picture.includes(part))
}

type OpenSignedIn = (options: BrowserContextOptions) => Promise<Page>

async function takeAll(site: AdminSite, screens: readonly Screen[], openSignedIn: OpenSignedIn): Promise<void> {
  for (const [variant, options] of Object.entries(VARIANTS)) {
    const chosen = screens.filter(({ name }) => isChosen(`${name}-${variant}`))
    if (chosen.length === 0) continue
    const { page: outside } = await site.open('/sign-in', options)
    const inside = await openSignedIn(options)
    await withoutStream(inside)
    for (const screen of chosen) {
      const name = `${screen.name}-${variant}`
      try {
        await take(screen.isOutside ? outside : inside, site.url, screen, name)
      } catch (error) {
        process.exitCode = 1
        process.stderr.write(`${name}: ${String(error)}\n`)
      }
    }
    await outside.context().close()
    await inside.context().close()
  }
}

async function take(page: Page, url: string, screen: Screen, name: string): Promise<void> {
  await screen.before?.()
  if (screen.isOutside) await page.context().clearCookies()
  await page.goto(screen.isPlain ? url + screen.path : `${url}/admin${screen.path}`)
  if (!screen.isPlain) await settle(page)
  await screen.act?.(page)
  await page.evaluate('document.fonts.ready')
  const picture = await page.screenshot({ path: `${folder}${name}.png` })
  const named = IN_DOCS[name]
  if (isForDocs && named !== undefined) await sharp(picture).webp({ quality: 82 }).toFile(`${pictures}${named}.webp`)
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  // Inputs come with code of their own.
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
}
