// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

const events = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    events: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true }),
        about: f.textarea(),
        speaker: f.text({ required: true, admin: { tab: 'Programme' } }),
        room: f.text({ required: true, admin: { tab: 'Place' } }),
        city: f.text({ admin: { tab: 'Place' } }),
      },
    }),
  },
})

describe.skipIf(found === null)('tabs of a document', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', events)
  })
  afterAll(() => site.close())

  it('show their own fields, have an address, and show their number of errors', async () => {
    const stored = must(site.app.local.asSystem().collections['events'], 'the events')
    const { id } = await stored.create({ title: 'Folding for beginners' })
    const { page, problems } = await site.openSignedIn(`/collections/events/${id}`)
    const tab = (name: string | RegExp) =>
      page.getByRole('tablist', { name: 'Sections of the document' }).getByRole('tab', { name })
    await page.getByRole('textbox', { name: 'About' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Room' }).isVisible()).toBe(false)

    await tab('Place').click()
    await page.getByRole('textbox', { name: 'City' }).fill('Leipzig')
    await page.getByRole('textbox', { name: 'About' }).waitFor({ state: 'hidden' })
    await page.waitForURL(/part=Place/)
    await tab('Place').press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Speaker' }).waitFor()

    await page.getByRole('button', { name: 'Publish' }).first().click()
    await tab(/Place\s*1/).waitFor()
    await tab(/Programme\s*1/).waitFor()
    await expectAccessible(page)
    await page.getByRole('alert').getByRole('button', { name: /Room/ }).click()
    await page
      .locator(':focus')
      .and(page.getByRole('textbox', { name: 'Room' }))
      .waitFor()
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Leipzig')

    await page.reload()
    await page.getByRole('textbox', { name: 'Room' }).waitFor()
    expect(problems).toEqual([])
  })
})
