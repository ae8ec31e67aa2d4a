// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

const notes = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    notes: collection({ fields: { title: f.text({ required: true }), place: f.text({ admin: { sidebar: true } }) } }),
  },
})

describe.skipIf(found === null)('ARIA patterns', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', notes)
  }, 120_000)
  afterAll(() => site.close())

  it('a narrow document has tabs with arrow keys, each with the panel that it controls', async () => {
    const stored = must(site.app.local.asSystem().collections['notes'], 'the notes')
    const { id } = await stored.create({ title: 'A note' })
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`, {
      viewport: { width: 800, height: 700 },
    })
    const tabs = page.getByRole('tablist', { name: 'Views of the document' })
    const details = tabs.getByRole('tab', { name: 'About this document' })
    await page.getByRole('tabpanel', { name: 'Content' }).waitFor()
    expect(await page.getByLabel('Place').isVisible()).toBe(false)
    await tabs.getByRole('tab', { name: 'Content' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('tabpanel', { name: 'About this document' })
    await panel.getByLabel('Place').waitFor()
    expect(await details.getAttribute('aria-controls')).toBe(await panel.getAttribute('id'))
    expect(page.url()).toContain('tab=details')

    await panel.getByLabel('Place').fill('Leipzig')
    await page.setViewportSize({ width: 1320, height: 700 })
    await page.getByRole('complementary', { name: 'About this document' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Place' }).inputValue()).toBe('Leipzig')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await page.getByRole('tabpanel').count()).toBe(0)
    await expectAccessible(page)
    expect(problems).toEqual([])
  })

  it('the palette is a combobox: arrow keys wrap, groups have names, and Enter runs the selected command', async () => {
    const { page, problems } = await site.openSignedIn('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or run a command' })
    const input = palette.getByRole('combobox')
    await palette.getByRole('group', { name: 'Go to' }).waitFor()
    const marked = palette.locator('[role="option"][data-highlighted]')
    await marked.getByText('Home').waitFor()
    await expect
      .poll(async () => (await input.getAttribute('aria-activedescendant')) === (await marked.getAttribute('id')))
      .toBe(true)
    expect(await input.getAttribute('aria-controls')).toBe(await palette.getByRole('listbox').getAttribute('id'))
    await page.keyboard.press('ArrowDown')
    await marked.getByText('Users').or(marked.getByText('Notes')).waitFor()
    await page.keyboard.type('nothing of this name')
    await palette.getByText('Nothing found').waitFor()
    await input.fill('new no')
    await marked.getByText('New note').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/notes\/new/)
    await palette.waitFor({ state: 'detached' })

    // Text that is typed at once goes into the dialog, not into the document behind it.
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Behind')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('note')
    await expect.poll(() => input.inputValue()).toBe('note')
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await title.pressSequentially('!')
    expect(await title.inputValue()).toBe('Behind!')
    expect(problems).toEqual([])
  })
})
