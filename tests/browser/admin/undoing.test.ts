// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const browser = findBrowser()

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    pages: collection({
      versions: { drafts: { autosave: true } },
      fields: {
        title: f.text({ required: true }),
        lead: f.textarea(),
        body: f.richText(),
        kind: f.select({ options: ['long', 'short'] }),
        home: f.relationship({ to: 'pages' }),
        sections: f.blocks({
          blocks: {
            part: {
              fields: { heading: f.text(), notes: f.array({ fields: { text: f.text() } }) },
            },
          },
        }),
      },
      access: { read: () => true },
    }),
    notices: collection({
      versions: { drafts: { autosave: true } },
      fields: { title: f.text({ localized: true }), room: f.text() },
    }),
  },
})

const part = (heading: string, notes: string[] = []) => ({
  blockType: 'part' as const,
  heading,
  notes: notes.map((text) => ({ text })),
})

describe.skipIf(browser === null)('undo in a browser', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
  }, 120_000)
  afterAll(() => site.close())

  const pages = () => must(site.app.local.asSystem().collections['pages'], 'pages')
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const lead = (page: Page) => page.getByRole('textbox', { name: 'Lead' })
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()
  const headings = async (id: string) => {
    const { sections } = (await pages().findOne(id, { draft: true })) as { sections?: { heading?: string }[] }
    return (sections ?? []).map(({ heading }) => heading)
  }
  const focused = (page: Page): Promise<string> =>
    page.evaluate(
      '(document.activeElement.closest("[data-row]")?.textContent ?? document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).slice(0, 60)',
    )
  const undoIn = (page: Page, message: string) =>
    page.locator('[class*="_toast_"]', { hasText: message }).getByRole('button', { name: 'Undo' }).click()
  async function remove(page: Page, heading: string): Promise<void> {
    await page.getByRole('button', { name: `More actions for Part: ${heading}` }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
  }
  async function open(data: object) {
    const { id } = await pages().create({ title: 'Lost tools', ...data })
    return { id, ...(await site.openSignedIn(`/collections/pages/${id}`)) }
  }

  it('restores a removed section with its content, before and after an autosave', async () => {
    const { page, id, problems } = await open({
      sections: [part('First'), part('Whole page', ['One', 'Two']), part('Last')],
    })
    await title(page).click()
    await remove(page, 'Whole page')
    await page.getByText('Removed “Part: Whole page”').waitFor()
    await expect.poll(() => focused(page)).toContain('Last')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'More actions for Part: Whole page' }).waitFor()
    await expect.poll(() => focused(page)).toContain('Whole page')
    expect(await title(page).inputValue()).toBe('Lost tools')

    await remove(page, 'Whole page')
    await expect.poll(() => headings(id)).toEqual(['First', 'Last'])
    await saved(page)
    await title(page).click()
    await page.getByRole('button', { name: 'Undo remove section' }).waitFor()
    await page.keyboard.press('Control+z')
    expect(await title(page).inputValue()).toBe('Lost tools')
    await expect.poll(() => headings(id)).toEqual(['First', 'Whole page', 'Last'])
    const { sections } = (await pages().findOne(id, { draft: true })) as unknown as { sections: unknown[] }
    expect(sections[1]).toMatchObject({ notes: [{ text: 'One' }, { text: 'Two' }] })
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => headings(id)).toEqual(['First', 'Last'])
    await saved(page)

    // The list and the document are loaded again.
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click()
    await page.getByRole('link', { name: 'Lost tools' }).first().click()
    await page.getByRole('button', { name: 'Undo remove section' }).click()
    await expect.poll(() => headings(id)).toEqual(['First', 'Whole page', 'Last'])
    expect(await page.getByText('Removed “Part: Whole page”').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('is offered in a message as well, whatever was done since', async () => {
    const { page, id } = await open({ sections: [part('First'), part('Whole page', ['One']), part('Last')] })
    await remove(page, 'Whole page')
    await title(page).fill('New name')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => headings(id)).toEqual(['First', 'Whole page', 'Last'])
    expect(await title(page).inputValue()).toBe('New name')

    await remove(page, 'Last')
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor()
    expect(await headings(id)).toEqual(['First', 'Whole page'])
    await undoIn(page, 'Removed “Part: Last”')
    await expect.poll(() => headings(id)).toEqual(['First', 'Whole page', 'Last'])
  })

  it('leaves the focus on what remains, and on the add button when everything is removed', async () => {
    const { page } = await open({ sections: [part('First'), part('Last')] })
    await remove(page, 'Last')
    await expect.poll(() => focused(page)).toContain('First')
    await remove(page, 'First')
    await expect.poll(() => focused(page)).toBe('Add to Sections')
  })

  it('undoes typing in its field, newest first, and redoes it', async () => {
    const { page } = await open({ lead: 'A lead' })
    await title(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' 14')
    await lead(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' here')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('short')
    await lead(page).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('')
    await page.keyboard.press('Control+z')
    await expect.poll(() => lead(page).inputValue()).toBe('A lead')
    await page.keyboard.press('Control+z')
    await expect.poll(() => title(page).inputValue()).toBe('Lost tools')
    const field = 'document.activeElement.closest("[data-field]")?.getAttribute("data-field")'
    await expect.poll(() => page.evaluate(field)).toBe('title')
    await expectAccessible(page)
    for (let key = 0; key < 5; key += 1) await page.keyboard.press('Control+y')
    await expect.poll(() => title(page).inputValue()).toBe('Lost tools 14')
    expect(await lead(page).inputValue()).toBe('A lead here')
    expect(await page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('short')
  })

  it('undoes in a text editor by its own history first, and then in the document', async () => {
    const { page } = await open({ lead: 'A lead' })
    const body = page.locator('[data-field="body"] [contenteditable="true"]')
    await lead(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' here')
    await body.click()
    await page.keyboard.type('Ink and paper')
    await expect.poll(() => body.textContent()).toBe('Ink and paper')
    await page.keyboard.press('Control+z')
    await expect.poll(() => body.textContent()).toBe('')
    expect(await lead(page).inputValue()).toBe('A lead here')
    await page.keyboard.press('Control+z')
    await expect.poll(() => lead(page).inputValue()).toBe('A lead')
    await page.getByRole('button', { name: 'Nothing to undo' }).waitFor()
    await page.getByRole('button', { name: 'Redo typing in Lead' }).click()
    await page.getByRole('button', { name: 'Redo typing in Body' }).click()
    await expect.poll(() => body.textContent()).toBe('Ink and paper')
    // The document's undo, not the text's, undoes a restored change.
    await body.click()
    await page.keyboard.press('Control+z')
    await expect.poll(() => body.textContent()).toBe('')
    expect(await lead(page).inputValue()).toBe('A lead here')
  })

  it('shows what goes offline before an unpublication, and restores the live content, whatever the draft', async () => {
    const { page, id, problems } = await open({})
    const drafts = pages() as unknown as { readonly publish: (id: string) => Promise<unknown> }
    await drafts.publish(id)
    await pages().create({ title: 'A guide', home: id })
    await page.reload()
    await title(page).fill('New name')
    await saved(page)
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Unpublish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unpublish “Lost tools”?' })
    await dialog.getByText('One field points to this.').waitFor()
    await dialog.getByRole('link', { name: 'A guide' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Unpublished', { exact: true }).waitFor()
    const live = () =>
      site.app.local.collections['pages']?.findOne(id).then(
        (doc) => doc['title'],
        () => 'gone',
      )
    expect(await live()).toBe('gone')
    await title(page).fill('Newer name')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().dblclick()
    await page.getByText('Readers see what they saw before').waitFor()
    expect(await live()).toBe('Lost tools')
    expect(await title(page).inputValue()).toBe('Newer name')
    await saved(page)

    await page.getByRole('button', { name: 'Publish changes' }).click()
    await page.getByText('Published', { exact: true }).last().waitFor()
    await expect.poll(live).toBe('Newer name')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect.poll(live).toBe('Lost tools')
    expect(await title(page).inputValue()).toBe('Newer name')
    expect(problems).toEqual([])
  })

  it('undoes a schedule, and cancels one only until it is undone', async () => {
    const { page, id } = await open({})
    const section = page.getByRole('region', { name: 'Schedule' })
    await section.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow, 9:00' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
    await undoIn(page, 'Scheduled to publish')
    await section.getByText('Not scheduled').waitFor()
    const runAt = new Date(Date.now() + 86_400_000).toISOString()
    const drafts = pages() as unknown as { readonly schedule: (id: string, plan: object) => Promise<unknown> }
    await drafts.schedule(id, { runAt })
    await page.reload()
    await section.getByRole('button', { name: /^Cancel: Publish/ }).click()
    await section.getByText('Not scheduled').waitFor()
    await undoIn(page, 'Schedule cancelled')
    await section.getByRole('button', { name: /^Cancel: Publish/ }).waitFor()
  })

  it('undoes a joint publication, and names what others have changed since', async () => {
    const { page, problems } = await site.openSignedIn('/collections/pages')
    const made = await Promise.all(['One of two', 'Two of two'].map((name) => pages().create({ title: name })))
    await page.reload()
    for (const name of ['One of two', 'Two of two'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('2 published').waitFor()
    await pages().update(made[0]?.id ?? '', { lead: 'By another' })
    await undoIn(page, '2 published')
    await page.getByText('1 as before').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'One of two' }).waitFor()
    expect(await dialog.getByRole('link').count()).toBe(1)
    const { docs } = (await site.app.local.collections['pages']?.find({
      where: { title: { contains: 'of two' } },
    })) ?? { docs: [] }
    expect(docs.map((doc) => doc['title'])).toEqual(['One of two'])
    expect(problems).toEqual([])
  })

  it('undoes a change in another language, and goes there, newest first', async () => {
    const notices = must(site.app.local.asSystem().collections['notices'], 'notices')
    const { id } = await notices.create({ title: 'Open', room: 'Hall' })
    const { page, problems } = await site.openSignedIn(`/collections/notices/${id}`)
    const room = page.getByRole('textbox', { name: 'Room' })
    const language = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
    const undo = (what: string) => page.getByRole('button', { name: `Undo ${what}`, exact: true })
    const stored = async () => {
      const { title: words, room: at } = await notices.findOne(id, { draft: true, locale: 'all' })
      return { words, at }
    }
    await title(page).fill('Open today')
    await saved(page)
    await language('Deutsch').click()
    await page.waitForURL(/locale=de/)
    await title(page).fill('Offen')
    await saved(page)
    await room.fill('Yard')
    await saved(page)
    await language('English').click()
    await page.waitForURL((url) => !url.search.includes('locale'))
    await undo('typing in Room (Deutsch)').click()
    await page.waitForURL(/locale=de/)
    await expect.poll(() => room.inputValue()).toBe('Hall')
    await page.keyboard.press('Control+z')
    await expect.poll(() => title(page).inputValue()).toBe('')
    await saved(page)
    await undo('typing in Title (English)').click()
    await page.waitForURL((url) => !url.search.includes('locale'))
    await expect.poll(() => title(page).inputValue()).toBe('Open')
    await saved(page)
    expect(await stored()).toMatchObject({ words: { en: 'Open' }, at: 'Hall' })
    await page.getByRole('button', { name: 'Redo typing in Title', exact: true }).click()
    await expect.poll(() => title(page).inputValue()).toBe('Open today')
    await page.getByRole('button', { name: 'Redo typing in Title (Deutsch)', exact: true }).click()
    await page.waitForURL(/locale=de/)
    await expect.poll(() => title(page).inputValue()).toBe('Offen')
    await saved(page)
    expect(await stored()).toMatchObject({ words: { en: 'Open today', de: 'Offen' }, at: 'Hall' })
    expect(problems).toEqual([])
  })
})
