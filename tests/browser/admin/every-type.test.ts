import { must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { TYPE_ENTRIES } from './type-entries.ts'

const browser = findBrowser()

/** One field of each type, by its name. */
const samples = defineConfig({
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    people: collection({ fields: { name: f.text({ required: true }) } }),
    media: collection({ upload: true, fields: {} }),
    remarks: collection({ fields: { name: f.text(), sample: f.relationship({ to: 'samples' }) } }),
    samples: collection({
      fields: {
        name: f.text({ required: true }),
        ...Object.fromEntries(Object.entries(TYPE_ENTRIES).map(([type, { field }]) => [type, field])),
      },
    }),
  },
})

test('every existing field type can be entered in this test', () => {
  expect(Object.keys(TYPE_ENTRIES).toSorted()).toEqual([...Object.keys(f), 'color'].toSorted())
  for (const [name, { field }] of Object.entries(TYPE_ENTRIES))
    expect({ name, type: field.type.name }).toEqual({ name, type: name })
})

describe.skipIf(browser === null)('the input of each field type', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', samples)
  }, 120_000)
  afterAll(() => site.close())

  it('accepts what is typed or chosen, stores it, and shows it again', {
    tags: ['release'],
    timeout: 180_000,
  }, async () => {
    const collectionOf = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
    await collectionOf('people').create({ name: 'Ines Albrecht' })
    await collectionOf('remarks').create({ name: 'Well done' })
    const { page, problems } = await site.openSignedIn('/collections/samples/new')
    const placeOf = (type: string) => ({ page, field: page.locator(`[data-field="${type}"]`) })
    const entries = Object.entries(TYPE_ENTRIES)
    const enter = async (later: boolean) => {
      for (const [type, { enter: enterOne, isEnteredLater = false }] of entries) {
        if (isEnteredLater !== later) continue
        // A value without an input is stored with all others.
        await enterOne(placeOf(type)).catch((error: unknown) => unentered.push(`${type}: ${String(error)}`))
      }
    }
    const unentered: string[] = []

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A sample')
    await enter(false)
    expect(unentered).toEqual([])
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/samples\/[0-9a-f-]{36}/)
    await enter(true)
    expect(unentered).toEqual([])

    const id = must(/samples\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
    const stored = await collectionOf('samples').findOne(id, {})
    const expected = Object.fromEntries(entries.map(([type, entry]) => [type, entry.stored]))
    const entered = Object.fromEntries(entries.map(([type]) => [type, stored[type]]))
    expect(entered).toEqual(expected)

    await page.reload()
    for (const [type, { shown }] of entries) await shown(placeOf(type))
    expect(problems).toEqual([])
  })
})
