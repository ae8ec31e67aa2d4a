// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

const isAdmin = ({ actor }: { actor: unknown }) =>
  ((actor as { roles?: readonly string[] } | null)?.roles ?? []).includes('admin')

const calendar = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    entries: collection({
      fields: {
        title: f.text({ required: true }),
        kind: f.select({ options: ['page', 'event'], default: 'page', admin: { sidebar: false } }),
        seats: f.number({ admin: { sidebar: false, showIf: { kind: { equals: 'event' } } } }),
        place: f.group({
          admin: { showIf: { kind: { equals: 'event' } } },
          fields: { city: f.text({ required: true }) },
        }),
        talks: f.array({
          fields: {
            isOpen: f.checkbox({ label: 'Open to everybody' }),
            price: f.number({ required: true, admin: { showIf: { isOpen: { not_equals: true } } } }),
          },
        }),
        link: f.url(),
        checked: f.checkbox(),
      },
      access: { read: () => true, create: isAdmin, update: isAdmin, delete: isAdmin },
    }),
  },
})

describe.skipIf(found === null)('conditional fields', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', calendar)
  }, 120_000)
  afterAll(() => site.close())

  const entries = () => must(site.app.local.asSystem().collections['entries'], 'the entries')

  it('appear and disappear with the fields that they depend on, and are validated while they are shown', async () => {
    const { page, problems } = await site.openSignedIn('/collections/entries/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Fair')
    expect(await page.getByLabel('City').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('event')
    await page.getByLabel('City').waitFor()
    await page.getByLabel('Seats').waitFor()
    // Visible required fields are marked before a save is refused.
    await page.locator('[data-field="place.city"]').getByText('required', { exact: true }).waitFor()
    expect(await page.locator('[data-field="seats"]').getByText('required').count()).toBe(0)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: /City is required/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('page')
    await page.getByLabel('City').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/entries\/[0-9a-f-]{36}/)
    const { docs } = await entries().find({})
    expect(docs).toMatchObject([{ title: 'Fair', kind: 'page', place: { city: null } }])
    expect(problems).toEqual([])
  })

  it('are read-only without inputs if the user may not change them, with the reason', async () => {
    const made = await entries().create({
      title: 'Fair',
      kind: 'event',
      seats: 1200,
      place: { city: 'Bern' },
      talks: [{ isOpen: true }],
      checked: true,
    })
    const { page, problems } = await site.openAs('Rita Reader', `/collections/entries/${made['id']}`, {
      role: 'reader',
    })
    await page.getByText('You can read this, but you don’t have permission to change it.').waitFor()
    await page.getByText('1,200').waitFor()
    await page.getByText('Bern').waitFor()
    await page.locator('[data-field="kind"]').getByText('Event').waitFor()
    await page.locator('[data-field="checked"]').getByText('Yes').waitFor()
    await page.locator('[data-field="link"]').getByText('–').waitFor()
    expect(await page.locator('[data-field] :is(input, textarea, select)').count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
