import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isFirefox, startFirefox } from './firefox.ts'

export { findBrowser } from './find-browser.ts'

/** Browser features that Playwright disables. Only the last list counts, so an addition repeats it. */
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
 * One browser for all files of a process, because each start takes seconds. Ends with the process or with
 * `closeBrowser`; tests close only their contexts.
 */
export function openBrowser(path: string): Promise<Browser> {
  const browser = opened.get(path) ?? startBrowser(path)
  opened.set(path, browser)
  return browser
}

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
 * Pages live for seconds here. Sharing a process lets pages reuse compiled code; optimizing it takes longer than
 * running it, and garbage is freed with the page.
 */
const SHORT_LIVES = ['--process-per-site', '--js-flags=--no-opt --no-maglev --min-semi-space-size=32']

/** Half the size of `axe.source`, which every checked page has to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of axe to check; all by default. */
interface Rules {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/** Fails if the open page has accessibility problems. */
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
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu]'
    loaded.configure({ checks: [{ id: 'region', options: { regionMatcher } }] })
    // Focus guards at the edges of popups pass the focus on.
    const everything = { exclude: [['[data-base-ui-focus-guard]']] }
    // No rule here checks the texts of style sheets.
    const cheaply = { resultTypes: ['violations'], preload: false, selectors: false } satisfies axe.RunOptions
    const found = await loaded.run(everything, { ...options, ...cheaply })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }, asked)
  // Not `expect`: `npm run screenshots` uses this file too, and Vitest is not there.
  if (violations.length > 0) throw new Error(`${page.url()} is not accessible:\n${violations.join('\n')}`)
}

/** Fails if any element is wider than the screen, once the page is idle. */
export async function expectFitting(page: Page): Promise<void> {
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
  // Polls from outside: a page that polls itself would run text as code, which its policy refuses.
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

/** Sets the text direction, as a language would. */
export async function setDirection(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate(`document.documentElement.dir = '${direction}'`)
}

/** Without a change feed: an open stream keeps the network busy, and some tests wait until it is idle. */
export async function withoutStream(page: Page): Promise<void> {
  const body = JSON.stringify({ error: { code: 'forbidden', message: 'Not in this test.' } })
  await page
    .context()
    .route('**/api/changes/stream*', (route) => route.fulfill({ status: 403, contentType: 'application/json', body }))
}
