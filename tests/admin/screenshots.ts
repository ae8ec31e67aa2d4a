// `npm run screenshots`: pictures of every screen, light and dark, wide and narrow, in packages/admin/dist/screenshots.
// Look at them whenever you change the interface. Arguments choose pictures by a part of their name: `list`, `dark-wide`.
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AdminSite } from './admin-site.ts'
import { closeBrowser, findBrowser } from './browser.ts'
import { type Screen, screensOf } from './every-screen.ts'

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
  await closeBrowser()
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
    await page.goto(`${site.url}/admin${screen.path}`)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await screen.act?.(page)
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: `${folder}${screen.name}-${name}.png` })
  }
  await outside.page.context().close()
  await inside.page.context().close()
}
