import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Where systems keep a Chromium; the one from npm runs on x64 only. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a browser to test in, or null if this machine has none. `QUIRE_BROWSER` names another one. */
export async function findBrowser(): Promise<string | null> {
  const named = process.env['QUIRE_BROWSER'] ?? PLACES.find((place) => existsSync(place))
  if (named !== undefined) return named
  return process.platform === 'linux' && process.arch === 'x64' ? sparticuz.executablePath() : null
}

export async function startBrowser(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] })
}

/** Fails with what assistive technology would stumble over on the open page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated through the debugger, so the page's Content-Security-Policy stays as strict as it is.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
    const found = await loaded.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  // Not `expect`: `npm run screenshots` uses this file too, and Vitest is not there.
  if (violations.length > 0) throw new Error(`${page.url()} is not accessible:\n${violations.join('\n')}`)
}

/** Fails with what is wider than the screen. */
export async function expectFitting(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const reaches = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > clientWidth + 0.5 || left < -0.5)
    }
    return [...document.body.querySelectorAll('*')].filter(reaches).map((element) => element.outerHTML.slice(0, 120))
  })
  if (wide.length > 0) throw new Error(`${page.url()} is wider than the screen:\n${wide.slice(-6).join('\n')}`)
}
