// `npm run screenshots`: pictures of every screen, light and dark, wide and narrow, in packages/admin/dist/screenshots.
// Look at them whenever you change the interface. Arguments choose pictures by a part of their name: `list`, `dark-wide`.
// With `--docs`, those that docs/admin.md shows are renewed in docs/pictures.
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { AdminSite } from './admin-site.ts'
import { closeBrowser, findBrowser, withoutStream } from './browser.ts'
import { type Screen, screensOf } from './every-screen.ts'

const folder = fileURLToPath(new URL('../../packages/admin/dist/screenshots/', import.meta.url))
const VARIANTS = (['light', 'dark'] as const).flatMap((theme) =>
  [1320, 390].map((width) => ({ theme, width, name: `${theme}-${width > 800 ? 'wide' : 'narrow'}` })),
)

/** Pictures of the documentation, by their names there. */
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
const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const isForDocs = process.argv.includes('--docs')

const browser = findBrowser()
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
  await closeBrowser()
}

function isChosen(picture: string): boolean {
  if (isForDocs && !(picture in IN_DOCS)) return false
  const asked = process.argv.slice(2).filter((one) => one !== '--docs')
  return asked.length === 0 || asked.some((part) => picture.includes(part))
}

async function takeAll(screens: readonly Screen[], { theme, width, name }: (typeof VARIANTS)[number]): Promise<void> {
  const options = { viewport: { width, height: 820 }, colorScheme: theme }
  const outside = await site.open('/sign-in', options)
  const inside = await site.openSignedIn('/', options)
  await withoutStream(inside.page)
  for (const screen of screens) {
    const { page } = screen.isOutside ? outside : inside
    await page.goto(`${site.url}/admin${screen.path}`)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    // Inputs come with code of their own.
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    await screen.act?.(page)
    await page.evaluate('document.fonts.ready')
    const picture = await page.screenshot({ path: `${folder}${screen.name}-${name}.png` })
    const named = IN_DOCS[`${screen.name}-${name}`]
    if (isForDocs && named !== undefined) await sharp(picture).webp({ quality: 82 }).toFile(`${pictures}${named}.webp`)
  }
  await outside.page.context().close()
  await inside.page.context().close()
}
