// @module-tag release
import { must } from '@quirecms/testkit'
import type { Locator, Page } from 'playwright-core'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'

const found = findBrowser()

const guide = defineConfig({
  database: sqlite(':memory:'),
  localization: { locales: ['en', 'de', 'ar'], defaultLocale: 'en', fallback: { de: ['en'], ar: ['en'] } },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    places: collection({
      versions: { drafts: true },
      fields: {
        name: f.text({ required: true, localized: true }),
        intro: f.textarea({ localized: true, admin: { placeholder: 'A few words' } }),
        height: f.number(),
        links: f.array({ fields: { label: f.text({ localized: true }), href: f.url() } }),
        checked: f.date({ localized: true, access: { update: () => false, create: () => false } }),
      },
      admin: { columns: ['languages'] },
    }),
  },
})

describe.skipIf(found === null)('the translation desk', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', guide)
  }, 120_000)
  afterAll(() => site.close())

  const places = () => must(site.app.local.asSystem().collections['places'], 'the places')
  /** Whether a collection has drafts depends on the configuration. */
  const drafts = () => places() as unknown as { readonly publish: (id: string) => Promise<unknown> }
  const make = async (name: string, german: object = {}) => {
    const made = await places().create({
      name,
      intro: `About ${name}`,
      links: [{ id: 'map', label: 'Map', href: 'https://example.com/map' }],
    })
    const { id } = made
    if (Object.keys(german).length > 0) await places().update(id, german, { locale: 'de' })
    return id
  }
  /** Code for the page is text: there is no `document` here. */
  const isFocused = async (input: Locator) => (await input.and(input.page().locator(':focus')).count()) > 0
  const bar = (page: Page) => page.getByRole('region', { name: 'Translation' })

  it('marks the current language, and shows the progress of each', async () => {
    const id = await make('Lake', { links: [{ id: 'map', label: 'Karte' }] })
    await drafts().publish(id)
    await places().update(id, { name: 'See' }, { locale: 'de' })
    const { page, problems } = await site.openSignedIn(`/collections/places/${id}?locale=de`)
    const margin = page.getByRole('complementary', { name: 'About this document' })
    await margin.locator('a[lang]', { hasText: '66%' }).waitFor()
    const current = margin.locator('a[aria-current]')
    expect(await current.count()).toBe(1)
    expect(await current.getAttribute('lang')).toBe('de')
    await margin.locator('a[lang=en]').click()
    await margin.locator('a[lang=en][aria-current]').waitFor()
    expect(await margin.locator('a[aria-current]').count()).toBe(1)
    // Unpublished changes are in the other copy.
    await margin.getByText('This is what readers see in this language.').waitFor()
    await margin.getByRole('link', { name: 'Compare' }).waitFor()
    expect(problems).toEqual([])
  })

  it('goes from one untranslated field to the next, shows the source in grey, and copies one or all', async () => {
    const id = await make('Hill')
    const { page, problems } = await site.openSignedIn(`/collections/places/${id}?locale=de`)
    await page.getByRole('button', { name: /^Translate from/ }).click()
    await bar(page).getByText('0 of 3 translated').waitFor()
    const name = page.getByRole('textbox', { name: 'Name' })
    expect(await name.getAttribute('placeholder')).toBe('Hill')
    await expect.poll(() => page.getByText('Not translated').count()).toBe(3)
    await page.keyboard.press('F8')
    await expect.poll(() => isFocused(name)).toBe(true)
    await name.fill('Hügel')
    await bar(page).getByText('1 of 3 translated').waitFor()
    await page.keyboard.press('F8')
    const intro = page.getByRole('textbox', { name: 'Intro' })
    await expect.poll(() => isFocused(intro)).toBe(true)
    await page
      .locator('[data-field="intro"]')
      .getByRole('button', { name: /^Copy from/ })
      .click()
    expect(await intro.inputValue()).toBe('About Hill')
    await bar(page)
      .getByRole('button', { name: /^Copy what’s missing/ })
      .click()
    await bar(page).getByText('3 of 3 translated').waitFor()
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
    await expect
      .poll(async () => places().findOne(id, { locale: 'all', draft: true }))
      .toMatchObject({
        name: { en: 'Hill', de: 'Hügel' },
        intro: { en: 'About Hill', de: 'About Hill' },
        links: [{ id: 'map', label: { en: 'Map', de: 'Map' } }],
      })
    expect(problems).toEqual([])
  })

  it('shows changes of the source until the translator confirms them', async () => {
    const id = await make('Wood', { name: 'Wald', intro: 'Über den Wald' })
    await places().update(id, { intro: 'All about the wood' })
    const { page, problems } = await site.openSignedIn(`/collections/places/${id}?locale=de&beside=en`)
    const intro = page.locator('[data-field="intro"]')
    await intro.getByText('Source changed since').waitFor()
    await bar(page).getByText('1 to check: its source has changed').waitFor()
    expect(await page.locator('[data-field="name"]').getByText('Source changed since').count()).toBe(0)
    await intro.getByRole('textbox').fill('Alles über den Wald')
    await bar(page).getByText('1 to check').waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  it('finds incomplete translations, with titles in the language of the list', async () => {
    await make('Isle', { name: 'Insel', intro: 'Über die Insel', links: [{ id: 'map', label: 'Karte' }] })
    const incomplete = JSON.stringify([[['_translation', 'equals', 'de']]])
    const { page, problems } = await site.openSignedIn(
      `/collections/places?locale=de&filter=${encodeURIComponent(incomplete)}`,
    )
    await page.getByRole('link', { name: 'See' }).waitFor()
    await page.getByRole('link', { name: 'Wald' }).waitFor()
    expect(await page.getByRole('link', { name: 'Insel' }).count()).toBe(0)
    await page.getByText('DE 66%').first().waitFor()
    await page.getByText(/translation is incomplete in/).waitFor()
    await expectAccessible(page)
    const complete = JSON.stringify([[['_translation', 'not_equals', 'de']]])
    await page.goto(`${site.url}/admin/collections/places?filter=${encodeURIComponent(complete)}`)
    await page.getByRole('link', { name: 'Isle' }).waitFor()
    expect(await page.getByRole('link', { name: 'Wood' }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('fits a phone, also right to left', async () => {
    const id = await make('Bridge')
    const { page, problems } = await site.openSignedIn(`/collections/places/${id}?locale=ar&beside=en`, {
      viewport: { width: 375, height: 720 },
      locale: 'ar',
    })
    await page.getByText('غير مترجم').first().waitFor()
    await expectFitting(page)
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
