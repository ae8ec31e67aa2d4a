// @module-tag release
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

const museum = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    exhibitions: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true }),
        opens: f.date({ required: true, only: 'day', admin: { tab: 'Visit', sidebar: false } }),
        partner: f.text({ required: true }),
      },
    }),
  },
})

describe.skipIf(found === null)('a schedule of an incomplete document', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', museum)
  }, 120_000)
  afterAll(() => site.close())

  const exhibitions = () => site.app.local.asSystem().collection('exhibitions')

  it.each([
    { where: 'on a desk', viewport: { width: 1320, height: 820 } },
    { where: 'on a phone', viewport: { width: 390, height: 820 } },
  ])('lists the missing fields before, and leads to them $where', async ({ viewport }) => {
    const { id } = await exhibitions().create({ title: 'Night at the museum' })
    const { page, problems } = await site.openSignedIn(`/collections/exhibitions/${id}?tab=details`, { viewport })
    const section = page.getByRole('region', { name: 'Schedule' })
    const dialog = page.getByRole('dialog')
    await section.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByRole('button', { name: 'Schedule' }).dblclick()
    await dialog
      .getByRole('alert')
      .getByRole('button', { name: /^Opens/ })
      .waitFor()
    await expectAccessible(page)
    expect((await exhibitions().scheduled(id)).docs).toEqual([])
    await dialog.getByRole('button', { name: 'Fix now' }).click()
    await page.locator('[data-field="opens"] :focus').waitFor()

    const details = page.getByRole('tab', { name: 'About this document' })
    if (await details.isVisible()) await details.click()
    await section.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByRole('button', { name: 'Schedule anyway' }).click()
    await page.getByText('2 problems would stop this').waitFor()
    expect((await exhibitions().scheduled(id)).docs).toMatchObject([{ status: 'pending' }])
    await section.getByRole('button', { name: /^Partner/ }).click()
    await page.locator('[data-field="partner"] :focus').waitFor()
    expect(problems).toEqual([])
  })

  it('shows its failure on the start page, in the calendar, in lists and beside the document', async () => {
    const { id } = await exhibitions().create({ title: 'Lost coins' })
    await exhibitions().schedule(id, { runAt: new Date(Date.now() + 500).toISOString() })
    await expect
      .poll(async () => (await exhibitions().scheduled(id)).docs[0]?.status, { timeout: 20_000 })
      .toBe('failed')
    const { page, problems } = await site.openSignedIn('/')
    const attention = page.getByRole('list', { name: 'Needs your attention' })
    await attention.getByText(/“Opens” and “Partner” are missing\./).waitFor()
    await expectAccessible(page)
    await attention.getByRole('link', { name: /Lost coins/ }).click()
    await page.locator('[data-field="opens"] :focus').waitFor()
    const section = page.getByRole('region', { name: 'Schedule' })
    await section
      .getByRole('status')
      .getByText(/^Couldn’t publish on/)
      .waitFor()

    await page.getByRole('link', { name: 'Exhibitions', exact: true }).first().click()
    await page
      .getByRole('row', { name: /Lost coins/ })
      .getByText('Schedule failed')
      .waitFor()
    await page.getByRole('link', { name: 'Calendar' }).click()
    await page.getByRole('link', { name: /Lost coins/ }).waitFor()
    expect(await page.getByRole('link', { name: /Lost coins/ }).textContent()).toMatch(/Couldn’t publish.*are missing/)
    await expectAccessible(page)

    await exhibitions().update(id, { opens: '2030-01-01', partner: 'The city' })
    await exhibitions().publish(id)
    await page.goto(`${site.url}/admin/`)
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    await page.getByText('Lost coins').first().waitFor()
    expect(await attention.count()).toBe(0)
    expect(problems).toEqual([])
  })
})
