// @module-tag release
import { color } from '@quirecms/color'
import { must } from '@quirecms/testkit'
import type { Locator, Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const browser = findBrowser()

const application = defineConfig({
  server: { rateLimit: false },
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  admin: { branding: { name: 'Museum', accent: '#0a6b2e' } },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    exhibitions: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true, localized: true }),
        lead: f.textarea({ admin: { rows: 5 } }),
        motto: f.text({ admin: { rows: 3 } }),
        opens: f.date({ required: true, admin: { width: 'half' } }),
        partner: f.text({ required: true }),
        seats: f.number(),
        place: f.point(),
        tone: color(),
        content: f.blocks({ blocks: { quote: { fields: { text: f.text() } }, rule: { fields: {} } } }),
      },
    }),
  },
})

const heightOf = async (input: Locator) => must(await input.boundingBox(), 'the input').height
const styleOf = (page: Page, element: string, name: string) =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(element)}))[${JSON.stringify(name)}]`)

describe.skipIf(browser === null)('a form in a browser', () => {
  let site: AdminSite
  let page: Page
  let problems: string[]
  let id: string

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', application)
    const exhibitions = must(site.app.local.asSystem().collections['exhibitions'], 'exhibitions')
    ;({ id } = await exhibitions.create({ title: 'Night' }))
    ;({ page, problems } = await site.openSignedIn(`/collections/exhibitions/${id}`))
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
  }, 120_000)
  afterAll(() => site.close())

  const field = (name: string) => page.locator(`[data-field="${name}"]`)

  it('shows its fields as configured: rows, positions, labels and markers', async () => {
    const title = field('title')
    await title.getByText('Title', { exact: true }).waitFor()
    await title.getByText('EN', { exact: true }).waitFor()
    await title.getByText('required', { exact: true }).waitFor()
    expect(await title.getByRole('textbox').getAttribute('aria-required')).toBe('true')

    const lead = field('lead').getByRole('textbox')
    const least = await heightOf(lead)
    expect(least).toBeGreaterThan(5 * 24)
    await lead.fill('Line\n'.repeat(9))
    await expect.poll(() => heightOf(lead)).toBeGreaterThan(least)
    expect(await heightOf(field('motto').getByRole('textbox'))).toBeGreaterThan(3 * 24)
    await field('motto').getByRole('textbox').fill('One\ntwo')
    expect(await field('motto').getByRole('textbox').inputValue()).toBe('One two')

    const columnOf = (name: string) =>
      page.evaluate(`document.querySelector('[data-field="${name}"]').getBoundingClientRect().left`) as Promise<number>
    expect(await columnOf('opens')).toBe(await columnOf('partner'))
    expect(await columnOf('seats')).toBeGreaterThan((await columnOf('partner')) + 400)

    await field('content').getByRole('button', { name: 'Add to Content' }).waitFor()
    await expectAccessible(page)
    expect(problems).toEqual([])
  })

  it('shows errors in a colour that no brand changes', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('2 problems to fix').waitFor()
    expect(await styleOf(page, '[data-field="partner"] input', 'borderBottomColor')).toMatch(/^oklch\(0\.5 0\.185 25\)/)
    expect(await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--rubric')")).toMatch(
      / 1[45]\d(\.\d+)?\)/,
    )
  })

  it('accepts a pasted position, and shows it on a map', async () => {
    const place = field('place')
    const input = place.getByLabel('Coordinates or map link')
    expect((await place.locator('svg path[transform]').getAttribute('d'))?.length).toBeGreaterThan(5000)
    await input.fill('Berlin')
    await input.blur()
    await place.getByText('Enter coordinates, for example 52.52, 13.405').waitFor()
    await input.fill('https://maps.app.goo.gl/x')
    await place.getByText('This link contains no coordinates.').waitFor()
    await input.fill('52°31′12″N 13°24′18″E')
    await expect.poll(() => place.getByLabel('Latitude').inputValue()).toBe('52.52')
    expect(await place.getByLabel('Longitude').inputValue()).toBe('13.405')
    await input.blur()
    await expect.poll(() => input.inputValue()).toBe('52.52, 13.405')
    await place.getByRole('button', { name: 'Zoom in' }).click()
    await place.getByRole('button', { name: 'Zoom out' }).waitFor()
    await place.getByRole('button', { name: 'Clear' }).click()
    expect(await input.inputValue()).toBe('')
  })

  it('shows no colour for an empty field', async () => {
    const picker = field('tone').getByLabel('pick a colour')
    const input = '[data-field="tone"] input[type=color]'
    const boxOf = async () => [
      await styleOf(page, input, 'opacity'),
      await styleOf(page, '[data-field="tone"] span:has(> input[type=color])', 'backgroundColor'),
    ]
    expect(await boxOf()).toEqual(['0', 'rgba(0, 0, 0, 0)'])
    await picker.fill('#0066cc')
    await expect.poll(boxOf).toEqual(['0', 'rgb(0, 102, 204)'])
  })
})
