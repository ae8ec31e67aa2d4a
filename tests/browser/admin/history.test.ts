// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'

const found = findBrowser()

const config = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    pages: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true }),
        lead: f.textarea(),
        body: f.richText(),
        sections: f.array({ fields: { heading: f.text(), text: f.textarea() } }),
      },
      access: {
        create: () => true,
        read: () => true,
        readDrafts: () => true,
        readVersions: () => true,
        update: ({ actor }) => (actor?.['roles'] as string[] | undefined)?.includes('admin') ?? false,
      },
    }),
  },
})

describe.skipIf(found === null)('history', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
  }, 120_000)
  afterAll(() => site.close())

  const pages = () => site.app.local.asSystem().collection('pages')

  /** Three revisions: the second has another lead, and one section less. */
  async function page() {
    const { id, sections } = await pages().create({
      title: 'Opening hours',
      lead: 'Open all day',
      sections: [{ heading: 'Summer' }, { heading: 'Winter' }, { heading: 'Holidays' }],
    })
    const rows = must(sections as { id: string }[] | undefined, 'the sections')
    await pages().update(id, { lead: 'Closed', sections: [rows[0], rows[2]] as never })
    await pages().update(id, { title: 'Opening times' })
    return id
  }

  it.each([
    { where: 'on a desk', viewport: { width: 1320, height: 820 } },
    { where: 'on a phone', viewport: { width: 390, height: 820 } },
  ])('restores a field or a section as a change that can be undone $where', async ({ viewport }) => {
    const id = await page()
    const { page: tab, problems } = await site.openSignedIn(`/collections/pages/${id}/history?from=1&to=2`, {
      viewport,
    })
    await tab.getByText('Comparing revisions 1 and 2').waitFor()
    await tab.getByText('Only in revision 1').waitFor()
    await expectAccessible(tab)
    await expectFitting(tab)
    await tab.getByRole('button', { name: 'Bring back Lead from revision 1' }).dblclick()
    await tab.getByText('Lead is back from revision 1').waitFor()
    await tab.locator('[data-field="lead"] textarea:focus').waitFor()
    expect(await tab.getByRole('textbox', { name: 'Lead' }).inputValue()).toBe('Open all day')
    await expect.poll(async () => (await pages().findOne(id))['lead'], { timeout: 15_000 }).toBe('Open all day')
    await tab.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => tab.getByRole('textbox', { name: 'Lead' }).inputValue()).toBe('Closed')

    await expect.poll(async () => (await pages().findOne(id))['lead'], { timeout: 15_000 }).toBe('Closed')
    await tab.goto(`${site.url}/admin/collections/pages/${id}/history?from=1&to=2`)
    await tab.getByRole('button', { name: /Bring back Winter from revision 1/ }).click()
    await tab.getByText('Sections is back from revision 1').waitFor()
    const headings = async () =>
      ((await pages().findOne(id))['sections'] as { heading: string }[]).map(({ heading }) => heading)
    await expect.poll(headings, { timeout: 15_000 }).toEqual(['Summer', 'Winter', 'Holidays'])
    expect(problems).toEqual([])
  })

  it('shows a whole revision, and names it', async () => {
    const id = await page()
    const { page: tab, problems } = await site.openSignedIn(`/collections/pages/${id}/history?to=1`)
    await tab.getByRole('link', { name: 'Whole document' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor()
    await tab.getByRole('region', { name: 'Lead' }).getByText('Open all day').waitFor()
    await tab.getByText('Winter').first().waitFor()
    await expectAccessible(tab)
    await tab.getByRole('button', { name: 'Name…' }).click()
    await tab.getByRole('dialog').getByLabel('Name').fill('As approved')
    await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).dblclick()
    await tab.getByText('Named “As approved”').waitFor()
    await tab.getByText('Revision 1: As approved').waitFor()
    await tab.getByRole('complementary', { name: 'Revisions' }).getByText('As approved').waitFor()
    expect((await pages().version(id, 1)).name).toBe('As approved')
    expect(problems).toEqual([])
  })

  it('folds and unfolds autosaves', async () => {
    const { id } = await pages().create({ title: 'A' })
    const { page: tab, problems } = await site.openSignedIn(`/collections/pages/${id}`)
    const folded = tab.getByRole('button', { name: /autosaves/ })
    for (const at of [1, 2, 3, 4, 5]) await pages().update(id, { lead: 'x'.repeat(at) })
    const { records } = site.app.storage.reader
    const tables = await records.find('pages:versions', { document: id })
    expect(tables.length).toBeGreaterThan(4)
    await site.app.storage.transaction(async (tx) => {
      await tx.records.update('pages:versions', { document: id }, { autosaveSince: '2026-01-01T00:00:00.000Z' })
    })
    await tab.goto(`${site.url}/admin/collections/pages/${id}/history`)
    await folded.click()
    await tab.getByRole('radio', { name: 'Compare with revision 2' }).waitFor()
    expect(await folded.count()).toBe(0)
    await expectAccessible(tab)
    expect(problems).toEqual([])
  })

  it('offers no change to users who may only read', async () => {
    const id = await page()
    const { page: tab, problems } = await site.openAs('Rita', `/collections/pages/${id}/history?from=1&to=2`, {
      role: 'reader',
    })
    await tab.getByText('Comparing revisions 1 and 2').waitFor()
    await tab.getByRole('link', { name: 'Whole document' }).click()
    await tab.getByRole('region', { name: 'Lead' }).getByText('Closed').waitFor()
    expect(await tab.getByRole('button', { name: /Bring back|Name…|Restore/ }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
