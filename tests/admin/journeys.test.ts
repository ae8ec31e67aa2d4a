import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const browser = await findBrowser()

// Without a browser there is nothing to look at: `QUIRE_BROWSER=/path/to/chromium npm test`.
describe.skipIf(browser === null)('journeys in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.start(browser ?? '')
  }, 120_000)
  afterAll(() => site.close())

  it('goes from the first start to the list of posts', async () => {
    const { page, problems } = await site.open('/')
    await page.getByRole('heading', { name: 'Create the first user' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name').fill(EDITOR.name)
    await page.getByLabel('Email address').fill(EDITOR.email)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create and sign in' }).click()
    await page.getByText(/at least 8/i).waitFor()
    await page.getByLabel('Password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Create and sign in' }).click()

    await page.getByRole('heading', { name: `Hello, ${EDITOR.name}` }).waitFor()
    await page.getByText('Recently changed').waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: /^Posts/ }).click()
    // First, since the start page shows the same post, and stays until the list is there.
    await page.getByText('1–25 of 30').waitFor()
    await page.getByRole('link', { name: /Printing the web/ }).waitFor()
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
