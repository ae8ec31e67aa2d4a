import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isFirefox, startFirefox } from './firefox.ts'

export { findBrowser } from './find-browser.ts'

/** What Playwright leaves out of a browser. Only the last list counts, so an addition repeats it. */
const LEFT_OUT_ANYWAY = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Hidden pages of the browser behind its address bar: two processes and a second of CPU for each window. */
const ADDRESS_BAR = ['PreloadTopChromeWebUI', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup']

const opened = new Map<string, Promise<Browser>>()

/**
 * One for all files that a process runs, since each start costs seconds. It ends with the process, or with `closeBrowser`: close the
 * contexts that you open in it instead.
 */
export function openBrowser(path: string): Promise<Browser> {
  const browser = opened.get(path) ?? startBrowser(path)
  opened.set(path, browser)
  return browser
}

/** All of them, or this one. */
export async function closeBrowser(path?: string): Promise<void> {
  for (const [one, browser] of opened) {
    if (path !== undefined && path !== one) continue
    opened.delete(one)
    await (await browser).close()
  }
}

function startBrowser(path: string): Promise<Browser> {
  if (isFirefox(path)) return startFirefox(path)
  const leftOut = `--disable-features=${[...LEFT_OUT_ANYWAY, ...ADDRESS_BAR].join(',')}`
  return chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu', leftOut, ...SHORT_LIVES] })
}

/**
 * Pages live for seconds here. What a context has compiled once serves all of its pages, as long as they share a process; to make code
 * fast takes longer than it runs, and what a page leaves behind is gone with it before there is need to collect it.
 */
const SHORT_LIVES = ['--process-per-site', '--js-flags=--no-opt --no-maglev --min-semi-space-size=32']

/** Half as long as what `axe.source` holds: every page that is looked at parses it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Which rules of axe to look for; all of them, if nothing is named. */
interface Rules {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/** Fails with what assistive technology would stumble over on the open page. */
export async function expectAccessible(page: Page, { only, except = [] }: Rules = {}): Promise<void> {
  const busy = page.locator('[aria-busy=true]').first()
  await busy.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => undefined)
  // Evaluated through the debugger, so the page's Content-Security-Policy stays as strict as it is.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const runOnly = only ? { type: 'rule', values: [...only] } : { type: 'tag', values: STANDARDS }
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const asked = { runOnly: runOnly as axe.RunOnly, rules }
  const violations = await page.evaluate(async (options) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
    // A menu belongs to its button, wherever it stands in the document.
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu]'
    loaded.configure({ checks: [{ id: 'region', options: { regionMatcher } }] })
    // What stands at the edges of popups hands the focus on at once.
    const everything = { exclude: [['[data-base-ui-focus-guard]']] }
    // No rule here checks the texts of style sheets.
    const cheaply = { resultTypes: ['violations'], preload: false, selectors: false } satisfies axe.RunOptions
    const found = await loaded.run(everything, { ...options, ...cheaply })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }, asked)
  // Not `expect`: `npm run screenshots` uses this file too, and Vitest is not there.
  if (violations.length > 0) throw new Error(`${page.url()} is not accessible:\n${violations.join('\n')}`)
}

/** Fails with what is wider than the screen, once everything has come to rest. */
export async function expectFitting(page: Page): Promise<void> {
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
  // Asked from here each time: a page that asks itself again later runs text as code, which its policy refuses.
  for (let times = 0; times < 300; times += 1) {
    if (await page.evaluate(fits)) return
    await page.waitForTimeout(100)
  }
  const wide = (await page.evaluate(FIND_WIDE)) as string[]
  throw new Error(`${page.url()} is wider than the screen:\n${wide.slice(-6).join('\n')}`)
}

// The code is a text: tests have no `document`, and the page none of the test's variables.
const FIND_WIDE = `[...document.body.querySelectorAll('*')]
  .filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > document.documentElement.clientWidth + 0.5 || left < -0.5)
  })
  .map((element) => element.outerHTML.slice(0, 120))`

/** As if the interface were in a language that runs so. */
export async function setDirection(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate(`document.documentElement.dir = '${direction}'`)
}

/** As without a change feed: an open stream keeps the network busy, and some tests wait until it is idle. */
export async function withoutStream(page: Page): Promise<void> {
  const body = JSON.stringify({ error: { code: 'forbidden', message: 'Not in this test.' } })
  await page
    .context()
    .route('**/api/changes/stream*', (route) => route.fulfill({ status: 403, contentType: 'application/json', body }))
}
