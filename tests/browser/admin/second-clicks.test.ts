// @module-tag release
import { must } from '@quirecms/testkit'
import type { Locator, Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'

const browser = findBrowser()

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    places: collection({
      fields: {
        name: f.text({ required: true }),
        stops: f.array({ fields: { name: f.text() } }),
        // A press anywhere on a map sets a point.
        place: f.point(),
        notes: f.textarea({ admin: { rows: 60 } }),
      },
    }),
  },
})

/** Longer than a double click, and than users need to notice a change. */
const A_WHILE = 1200

/** Where a locator's centre is on the screen. */
async function centreOf(what: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = must(await what.boundingBox(), 'where it is')
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
}

// Code for the page is text: nothing of the page belongs into tests.
/** Scrolls the page until its map is at this height, below whatever is open. */
const MAP_AT = (y: number) => `{
  const { top, height } = document.querySelector('[data-field="place"] svg').getBoundingClientRect()
  scrollBy(0, top + height / 2 - ${y})
}`
/** Blocks the page after the next click, as on a slow computer. */
const BUSY_AFTER_CLICK = `addEventListener('click', () => {
  const until = performance.now() + 1200
  while (performance.now() < until);
}, { once: true })`

describe.skipIf(browser === null)('the second click of a double click', () => {
  let site: AdminSite
  let address: string

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
    const places = must(site.app.local.asSystem().collections['places'], 'places')
    const { id } = await places.create({ name: 'Harbour', stops: [{ name: 'Pier' }, { name: 'Quay' }] })
    address = `/collections/places/${id}`
  }, 120_000)
  afterAll(() => site.close())

  const map = (page: Page) => page.locator('[data-field="place"] svg')
  const marks = (page: Page) => map(page).locator('circle').count()
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete “Harbour”?' })

  /** Opens a dialog, with the map below its button. */
  async function ask(page: Page): Promise<{ x: number; y: number }> {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const cancel = dialog(page).getByRole('button', { name: 'Cancel' })
    await cancel.waitFor()
    await page.waitForTimeout(A_WHILE)
    const place = await centreOf(cancel)
    await map(page).waitFor({ state: 'attached' })
    await page.evaluate(MAP_AT(place.y))
    const below = `document.elementsFromPoint(${place.x}, ${place.y}).some((one) => one.closest('[data-field="place"] svg'))`
    expect(await page.evaluate(below)).toBe(true)
    return place
  }

  it('does not reach through a dialog that the first one closes', async () => {
    const { page, problems } = await site.openSignedIn(address, { reducedMotion: 'no-preference' })
    const { x, y } = await ask(page)
    await page.mouse.dblclick(x, y)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await marks(page)).toBe(0)
    // More clicks, quickly.
    await ask(page)
    for (let clicks = 0; clicks < 5; clicks += 1) await page.mouse.click(x + clicks, y)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await marks(page)).toBe(0)
    // This click is meant for the map.
    await page.waitForTimeout(A_WHILE)
    await page.mouse.click(x, y)
    await expect.poll(() => marks(page)).toBe(1)
    expect(problems).toEqual([])
  })

  it('does not reach through a dialog on a slow page, on which the first one showed nothing yet', async () => {
    const { page } = await site.openSignedIn(address)
    const { x, y } = await ask(page)
    await page.evaluate(BUSY_AFTER_CLICK)
    const clicked = page.mouse.click(x, y)
    await new Promise((resolve) => setTimeout(resolve, 800))
    await Promise.all([clicked, page.mouse.click(x, y)])
    await dialog(page).waitFor({ state: 'detached' })
    expect(await marks(page)).toBe(0)
  })

  it('works elsewhere, right after the dialog has closed', async () => {
    const { page } = await site.openSignedIn(address)
    const { x, y } = await ask(page)
    await page.mouse.click(x, y)
    await page.mouse.click(x - 60, y)
    await expect.poll(() => marks(page)).toBe(1)
  })

  it('does not reach through a menu, nor confirm the question of the first one', async () => {
    const { page, problems } = await site.openSignedIn(address)
    const stop = page.locator('[data-row="stops.1"]')
    await stop.getByRole('button', { name: /More actions/ }).click()
    const copy = page.getByRole('menuitem', { name: 'Copy' })
    await copy.waitFor()
    const { x, y } = await centreOf(copy)
    await map(page).waitFor({ state: 'attached' })
    await page.evaluate(MAP_AT(y))
    await page.mouse.move(x, y)
    const item = await centreOf(copy)
    await page.mouse.dblclick(item.x, item.y)
    await copy.waitFor({ state: 'detached' })
    expect(await marks(page)).toBe(0)

    // The dialog opens below the pointer, and stays.
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).dblclick()
    await dialog(page).waitFor()
    await page.waitForTimeout(A_WHILE)
    expect(await dialog(page).count()).toBe(1)
    expect(problems).toEqual([])
  })

  it('is a separate click within one layer', async () => {
    const { page } = await site.openSignedIn(address)
    const next = page.getByRole('button', { name: /^Add/ }).first()
    await next.dblclick()
    await expect.poll(() => page.locator('[data-row^="stops."]').count()).toBe(4)
  })

  it('does not reach through a dialog on a touch screen', async () => {
    const { page } = await site.openSignedIn(address, { hasTouch: true })
    const { x, y } = await ask(page)
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x + 6, y - 4)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await marks(page)).toBe(0)
    await page.waitForTimeout(A_WHILE)
    await page.touchscreen.tap(x, y)
    await expect.poll(() => marks(page)).toBe(1)
  })

  it('does not reach a document that the first one opens', async () => {
    const { page } = await site.openSignedIn('/collections/places')
    const link = page.getByRole('link', { name: 'Harbour' })
    await link.waitFor()
    await link.hover()
    await page.waitForTimeout(A_WHILE)
    const { x, y } = await centreOf(link)
    await page.evaluate(`addEventListener('click', () => (globalThis.clicks = (globalThis.clicks ?? 0) + 1))`)
    await page.mouse.dblclick(x, y)
    await page.locator('[data-field="place"]').waitFor()
    expect(await page.evaluate('globalThis.clicks')).toBe(1)
  })

  it('is not simulated by a key that is held down', async () => {
    const { page } = await site.openSignedIn(address)
    await ask(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).focus()
    // A key that is held repeats.
    await page.keyboard.down('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More actions', exact: true }).focus()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await page.getByRole('menu').count()).toBe(0)
  })
})
