// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const browser = findBrowser()

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    events: collection({
      fields: {
        title: f.text({ required: true, maxLength: 12 }),
        code: f.text({ minLength: 3, maxLength: 5 }),
        contact: f.email(),
        seats: f.number({ integer: true, max: 10 }),
        start: f.date(),
        day: f.date({ only: 'day' }),
        kind: f.select({ options: ['a', 'b'] }),
        steps: f.array({ fields: { what: f.text({ maxLength: 4 }) } }),
      },
    }),
  },
})

describe.skipIf(browser === null)('typing in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
  }, 120_000)
  afterAll(() => site.close())

  const events = () => must(site.app.local.asSystem().collections['events'], 'events')
  async function open(locale: string, doc: object = {}) {
    const { id } = await events().create({ title: 'A fair', ...doc })
    const opened = await site.openSignedIn(`/collections/events/${id}`, { locale, timezoneId: 'Europe/London' })
    const field = (path: string) => opened.page.locator(`[data-field="${path}"]`)
    await field('day').locator('input').waitFor()
    return { ...opened, id, field, box: (path: string) => field(path).locator('input').first() }
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

  it('shows validation messages of the service before anything is sent', async () => {
    const { page, field, box, problems } = await open('en-GB')
    const sent: string[] = []
    page.on('request', (request) => {
      // Requests for the lock are not counted.
      if (request.method() !== 'GET' && !request.url().endsWith('/lock')) sent.push(request.url())
    })
    await box('code').fill('abcdef')
    await field('code').getByText('Use at most 5 characters').waitFor()
    expect(await box('code').getAttribute('aria-invalid')).toBe('true')
    await box('code').fill('ab')
    // An entry that may still become valid shows no error while the user types.
    expect(await field('code').getByText('Must have').count()).toBe(0)
    await box('code').blur()
    await field('code').getByText('Use at least 3 characters').waitFor()
    await box('code').fill('abc')
    await expect.poll(() => field('code').getByText('Must have').count()).toBe(0)

    await box('contact').fill('ines@')
    await box('contact').blur()
    await field('contact').getByText('Enter an email address, for example ann@example.com').waitFor()
    await box('seats').fill('11')
    await field('seats').getByText('Enter 10 or less').waitFor()
    await box('seats').fill('1.5')
    await field('seats').getByText('Enter a whole number').waitFor()
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('')
    await title.blur()
    await field('title').getByText('Required', { exact: true }).waitFor()
    await title.fill('Much too long a title')
    await field('title').getByText('Use at most 12 characters').waitFor()
    await field('steps').getByRole('button', { name: 'Add to Steps' }).click()
    await page.keyboard.type('Much')
    expect(await field('steps.0.what').getByText('Must have').count()).toBe(0)
    await page.keyboard.type('!')
    await field('steps.0.what').getByText('Use at most 4 characters').waitFor()
    await expectAccessible(page)
    expect(sent).toEqual([])

    // The service says the same.
    await save(page)
    await page.getByText('4 problems').first().waitFor()
    await field('seats').getByText('Enter a whole number').waitFor()
    expect(problems).toEqual([])
  })

  it('leaves untouched values unchanged', async () => {
    const { page, field } = await open('en-GB')
    await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
    for (let stop = 0; stop < 8; stop++) await page.keyboard.press('Tab')
    expect(await page.getByText('Required', { exact: true }).count()).toBe(0)
    expect(await field('code').getByText('Must').count()).toBe(0)
  })

  it('accepts dates in the format of the region, without seconds, and keeps existing ones', async () => {
    const { page, id, box, field } = await open('en-GB', { start: '2026-07-01T08:30:12.345Z', day: '2026-03-01' })
    expect(await box('day').inputValue()).toBe('01/03/2026')
    expect(await box('start').inputValue()).toBe('01/07/2026')
    expect(await field('start').getByLabel('Time').inputValue()).toBe('9:30')
    await field('start').getByText('BST').waitFor()
    // Another day keeps the time, to the millisecond.
    await box('start').fill('2/7/2026')
    await box('day').fill('31/12/2026')
    await save(page)
    await expect.poll(async () => (await events().findOne(id, {}))['day']).toBe('2026-12-31')
    expect((await events().findOne(id, {}))['start']).toBe('2026-07-02T08:30:12.345Z')
    // Another time is a time of day.
    await field('start').getByLabel('Time').fill('14:05')
    await save(page)
    await expect.poll(async () => (await events().findOne(id, {}))['start']).toBe('2026-07-02T13:05:00.000Z')

    await box('day').fill('31/02/2026')
    await box('day').blur()
    await field('day').getByText('Enter a date, for example 17/11/2026').waitFor()
    expect(await box('day').inputValue()).toBe('31/02/2026')
  })

  it('shows a month with the first weekday of the region', async () => {
    const heads = async (locale: string) => {
      const { page, field, problems } = await open(locale, { day: '2026-03-04' })
      await field('day')
        .getByRole('button', { name: /day|Tag/i })
        .click()
      await page.getByRole('dialog').locator('th').first().waitFor()
      const names = (await page.evaluate(
        `[...document.querySelectorAll('[role=dialog] th')].map((cell) => cell.getAttribute('abbr'))`,
      )) as string[]
      return { page, field, names, problems }
    }
    expect((await heads('en-US')).names[0]).toBe('Sunday')
    const { page, field, names, problems } = await heads('en-GB')
    expect(names[0]).toBe('Monday')
    await expectAccessible(page)
    const dialog = page.getByRole('dialog', { name: 'Choose a day' })
    await dialog.getByRole('button', { name: /\b4 March 2026/ }).focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'Home', 'Enter']) await page.keyboard.press(key)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => field('day').locator('input').inputValue()).toBe('06/04/2026')
    await field('day').locator('[aria-label="Choose a day"]:focus').waitFor()
    expect(problems).toEqual([])
  })

  it('gives every input the same height and line', async () => {
    const { page } = await open('en')
    const looks =
      await page.evaluate(`[...document.querySelectorAll('[data-field] input:not([readonly], [type=file], [aria-hidden]), [data-field] select')].map((input) => {
      const { height } = input.getBoundingClientRect()
      const { borderBottomWidth, borderTopWidth, backgroundColor } = getComputedStyle(input)
      return [Math.round(height), borderBottomWidth, borderTopWidth, backgroundColor].join(' ')
    })`)
    expect(new Set(looks as string[]).size).toBe(1)
  })
})
