// @module-tag release
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, createApp, createLogger, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'
import { buildAdmin } from './build-admin.ts'
import { Walk } from './walk.ts'

const found = findBrowser()

const notes = defineConfig({
  database: sqlite(':memory:'),
  admin: { languages: { da: new URL('./danish.json', import.meta.url) } },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    notes: collection({ fields: { title: f.text({ required: true }) } }),
    recipes: collection({
      label: { en: 'Recipes', de: 'Rezepte' },
      admin: { group: { en: 'Kitchen', de: 'Küche' }, singular: { en: 'recipe', de: 'Rezept' } },
      fields: {
        title: f.text({ label: { en: 'Dish', de: 'Gericht' } }),
        course: f.select({
          label: { en: 'Course', de: 'Gang' },
          description: { en: 'When it is served.', de: 'Wann es auf den Tisch kommt.' },
          options: [{ value: 'main', label: { en: 'Main course', de: 'Hauptgericht' } }],
          default: 'main',
        }),
      },
    }),
  },
})

describe.skipIf(found === null)('languages of the admin app', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', notes)
    const stored = must(site.app.local.asSystem().collections['notes'], 'the notes')
    for (let number = 1; number <= 3; number += 1) await stored.create({ title: `Note ${number}` })
  }, 120_000)
  afterAll(() => site.close())

  const loadedBy = (page: Page) => {
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    return files
  }
  const loadedOf = (page: Page) =>
    page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`)
  const rows = (page: Page) => page.getByRole('checkbox', { name: /Note/ })

  it('an added language can be chosen, has its own plural rules, and falls back to English', async () => {
    const { page, problems } = await site.openSignedIn('/profile/preferences')
    const files = loadedBy(page)
    await page.getByLabel('Language').selectOption('Dansk')
    await page.getByLabel('Sprog').waitFor()
    expect(files.filter((file) => file.includes('/languages/da'))).toHaveLength(1)
    await page.getByRole('link', { name: 'Notes' }).click()
    await rows(page).first().click()
    await page.getByRole('status').getByText('1 valgt').waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByRole('dialog', { name: 'Rediger 1 dokument', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Annuller' }).click()
    await rows(page).nth(1).click()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByRole('dialog', { name: 'Rediger 2 dokumenter' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('da')
    await page.reload()
    await page.getByRole('link', { name: 'Hjem' }).waitFor()
    expect(problems).toEqual([])
  })

  it('apply to labels, options and groups as soon as the user chooses another', async () => {
    const { page, problems } = await site.openSignedIn('/collections/recipes/new')
    await page
      .getByRole('heading', { name: 'Kitchen' })
      .or(page.getByText('Kitchen', { exact: true }))
      .first()
      .waitFor()
    await page.getByText('When it is served.').waitFor()
    const walk = new Walk(page)
    await walk.follow(`${site.url}/admin/profile/preferences`)
    await walk.heading()
    await page.getByRole('link', { name: 'Recipes' }).waitFor()
    await page.getByLabel('Language').selectOption('Deutsch')
    // The navigation changes its language without a reload.
    await page.getByRole('link', { name: 'Rezepte' }).click()
    await page.getByText('Küche', { exact: true }).first().waitFor()
    await walk.follow(`${site.url}/admin/collections/recipes/new`)
    await page.getByText('Wann es auf den Tisch kommt.').waitFor()
    await page.getByText('Hauptgericht').first().waitFor({ state: 'attached' })
    expect(await page.getByText('Main course').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('mirror the whole app if they run from right to left', async () => {
    const { page, problems } = await site.openSignedIn('/collections/notes', { locale: 'ar-EG' })
    await page.getByRole('link', { name: 'الرئيسية' }).waitFor()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    const side = await page.locator('aside').first().boundingBox()
    expect(side?.x).toBeGreaterThan(600)
    await rows(page).first().click()
    await page.getByRole('button', { name: 'تعديل…' }).click()
    await page.getByRole('dialog', { name: 'تعديل مستند واحد' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectFitting(page)
    expect(problems).toEqual([])
  })

  it('follow the browser, and load no other languages', async () => {
    const { page, problems } = await site.openSignedIn('/', { locale: 'de-AT' })
    await page.getByRole('link', { name: 'Start', exact: true }).waitFor()
    const files = await loadedOf(page)
    const english = await site.openSignedIn('/')
    await english.page.getByRole('link', { name: 'Home' }).waitFor()
    const ofEnglish = await loadedOf(english.page)
    expect(ofEnglish.length).toBeGreaterThan(0)
    const ofLanguages = (all: readonly string[]) => all.filter((file) => /\/languages?[-/]/.test(file))
    expect(ofLanguages(files).length).toBeGreaterThan(0)
    expect(ofLanguages(files).every((file) => /languages?-de/.test(file))).toBe(true)
    expect(ofLanguages(ofEnglish)).toEqual([])
    expect(problems).toEqual([])
  })
})

it.each([
  ['no JSON', '{ "shell": '],
  ['a list', '[]'],
])('a language file that is %s stops the start, with its name', async (_, text) => {
  buildAdmin()
  const file = join(inject('installation'), 'broken-language.json')
  await writeFile(file, text)
  const config = { ...notes, admin: { languages: { da: pathToFileURL(file) } } }
  const start = async () => {
    const app = await createApp(config, { log: createLogger({ level: 'silent' }) })
    try {
      await app.listen({ port: 0 })
    } finally {
      await app.close()
    }
  }
  await expect(start()).rejects.toThrow(/admin\.languages\.da: .*broken-language\.json/)
})
