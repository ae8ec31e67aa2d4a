import type { Page } from 'playwright-core'
import { chooseInMenu, press, type Screen } from './every-screen.ts'
import { named } from './in-every-language.ts'

const path = '/collections/tags'

/** A table goes in, and another comes out. */
export const TRANSFER_SCREENS: readonly Screen[] = [
  { name: 'import-chosen', path, act: choose, isAlike: true },
  { name: 'import-checked', path, act: check },
  { name: 'import-done', path, act: finish },
  { name: 'export-done', path, act: exportAll },
  { name: 'content-line', path, act: leave },
]

async function choose(page: Page): Promise<void> {
  const row = (name: string, color: string) => `${name},${name.toLowerCase()}-${Date.now()},${color}\n`
  const table = `name,slug,colour\n${row('Vellum', 'weld')}${row('Foxing', 'sepia')}${row('Deckle', 'ink')}`
  await chooseInMenu('Import…')(page)
  await page
    .getByLabel(named('File'))
    .setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
}

/** One column has another name, and one row is invalid. */
async function check(page: Page): Promise<void> {
  await choose(page)
  await press('Check the file')(page)
  await page.getByLabel(named('Field for the column {column}', { column: 'colour' })).selectOption('color')
  await twoRows(page).waitFor()
}

const twoRows = (page: Page) => page.getByRole('button', { name: named('Import {count} rows', { count: '2' }) })

const goOn = (page: Page) => twoRows(page).click()

async function finish(page: Page): Promise<void> {
  await check(page)
  await goOn(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: named('Close') })
    .nth(1)
    .waitFor()
}

/** It does not end while the test runs. */
async function leave(page: Page): Promise<void> {
  await check(page)
  const running = (transfer: object | undefined) => ({ ...transfer, status: 'running', done: 640, total: 1284 })
  await page.route('**/api/transfers/collections/tags**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { transfers?: readonly object[] }
    const json = answer.transfers ? { transfers: [running(answer.transfers[0])] } : running(answer)
    await route.fulfill({ response, json })
  })
  await goOn(page)
  await page.getByRole('dialog').getByRole('progressbar').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('main progress[value]').waitFor()
}

async function exportAll(page: Page): Promise<void> {
  await chooseInMenu('Export…')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: named('Export') }).click()
  await dialog.locator('a[download]').first().waitFor()
}
