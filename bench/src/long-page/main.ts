// `node bench/src/long-page/main.ts`: what a page of 300 sections costs the editor in the admin app, beside a page of three.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createApp, createLogger, sqlite } from 'quirecms'
import { type KeyCosts, measureKeys, NOTE_PAINTS } from './measure-keys.ts'
import { EDITOR, pagesConfig } from './pages.config.ts'
import { pageOf } from './seed-page.ts'

const PAGES = { small: 3, long: 300 } as const
const OPENINGS = 5
/** After the last key, until an autosave was sent. */
const SAVED = 10_000
const KEYS = Number(process.argv[2] ?? 60)
/** The first section is measured with its rich text, the others with what they have. */
const PLACES: Readonly<Record<keyof typeof PAGES, readonly number[]>> = { small: [0, 1], long: [0, 1, 150, 298] }

// A project of its own, which this one does not type-check again.
const load = (file: string): Promise<unknown> =>
  import(new URL(`../../../tests/browser/admin/${file}`, import.meta.url).href)
const { findBrowser } = (await load('browser.ts')) as { findBrowser: () => string | null }
const { buildAdmin } = (await load('build-admin.ts')) as { buildAdmin: () => void }

const executablePath = findBrowser()
if (executablePath === null) throw new Error('There is no browser here. Install Chromium, or set QUIRE_BROWSER to one.')
buildAdmin()
const folder = await mkdtemp(join(tmpdir(), 'quire-long-page-'))
const log = createLogger({ level: 'silent' })
const app = await createApp({ ...pagesConfig, database: sqlite('./pages.db') }, { root: folder, log })
let browser: Browser | undefined
try {
  const url = await app.listen({ port: 0 })
  const { auth, collections } = app.local.asSystem()
  await auth['users']?.createUser({ data: { email: EDITOR.email }, password: EDITOR.password })
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  print(`${KEYS} keys in each place; load of the machine ${loadavg()[0]?.toFixed(1)}\n`)
  print('| page | place | key to paint, median | p95 | processor | script | style | layout | sent by a save |')
  print('|---|---|---|---|---|---|---|---|---|')
  for (const [name, sections] of Object.entries(PAGES)) {
    const doc = await collections['pages']?.create(pageOf(`A ${name} page`, sections), { locale: 'all' })
    await measurePage(browser, url, name as keyof typeof PAGES, doc?.id ?? '')
  }
} finally {
  await browser?.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
}

async function measurePage(within: Browser, url: string, name: keyof typeof PAGES, id: string): Promise<void> {
  const context = await within.newContext({ viewport: { width: 1320, height: 820 }, reducedMotion: 'reduce' })
  const answer = await context.request.post(`${url}/api/auth/users/login`, { data: EDITOR })
  if (!answer.ok()) throw new Error(await answer.text())
  await context.addInitScript(NOTE_PAINTS)
  const openings: number[] = []
  let page = await context.newPage()
  for (let times = 0; times < OPENINGS; times += 1) {
    await page.close()
    page = await context.newPage()
    const began = performance.now()
    await page.goto(`${url}/admin/collections/pages/${id}`, { waitUntil: 'commit' })
    await page.locator('[data-row="sections.0"]').waitFor()
    openings.push(performance.now() - began)
    await page.waitForTimeout(500)
  }
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent = request.postData()?.length ?? 0
  })
  const line = (place: string, costs: KeyCosts) => {
    const { median, p95, all, script, style, layout } = costs
    const figures = [median, p95, all, script, style, layout].map((value) => `${value.toFixed(1)} ms`)
    print(`| ${name} | ${place} | ${figures.join(' | ')} | ${(sent / 1000).toFixed(1)} kB |`)
  }
  await page.locator('[data-field="title"] textarea').click()
  const measure = async (place: string) => {
    const costs = await measureKeys(page, session, KEYS)
    await page.waitForTimeout(SAVED)
    line(place, costs)
  }
  await measure('title')
  for (const index of PLACES[name]) {
    await focusSection(page, index)
    await measure(`section ${index + 1}`)
  }
  await page.goto(`${url}/admin/collections/pages/${id}?beside=de&locale=fr`)
  await page.locator('[data-row="sections.1"]').waitFor()
  await focusSection(page, 1)
  await measure('section 2, beside another language')
  const [first = 0, ...again] = openings
  print(
    `\n${name}: first section ${seconds(first)} after the address, later openings ${again.map(seconds).join(', ')}\n`,
  )
  await context.close()
}

/** The text of a section, unfolded if it is not. */
async function focusSection(page: Page, index: number): Promise<void> {
  const row = page.locator(`[data-row="sections.${index}"]`)
  await row.scrollIntoViewIfNeeded()
  const fold = row.locator(`[data-fold="sections.${index}"]`)
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  const input = row.locator('[contenteditable="true"], textarea').first()
  await input.waitFor()
  await input.click()
  await page.keyboard.press('End')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
