import { must } from '@quire/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'

const browser = await findBrowser()
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe.skipIf(browser === null)('under other circumstances', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.start(browser ?? '', () => ({
      localization: { locales: ['en', 'de', 'ar'], defaultLocale: 'en' },
    }))
  }, 120_000)
  afterAll(() => site.close())

  const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
  const titled = async (title: string) => {
    const { docs } = await documents('posts').find({ where: { title: { equals: title } }, draft: true, limit: 1 })
    return must(docs[0], title)
  }
  const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()

  it('the network goes in the middle of a sentence, and not a word is lost', async () => {
    const { id } = await titled('The sound of a good sheet')
    const body = async () => JSON.stringify((await documents('posts').findOne(id, { draft: true }))['body'])
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}`)
    const text = page.locator('[data-field="body"]').getByRole('textbox')
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' It rattles like ')
    await page.context().setOffline(true)
    await page.keyboard.type('a sail')
    await page.getByText('The service cannot be reached. What you write is kept here.').waitFor()
    await page.getByText('Offline, kept on this device').waitFor()
    await expectAccessible(page)
    await page.keyboard.type(' in the wind.')
    expect(await body()).not.toContain('wind')
    await page.context().setOffline(false)
    await saved(page)
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' })
    expect(await body()).toContain('It rattles like a sail in the wind.')

    // Gone again, and the page is loaded anew before it is back.
    await page.route('**/api/**', (route) => route.abort())
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Listen.')
    await page.getByText('Offline, kept on this device').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('The service cannot be reached. Check your connection.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/were not saved. They are back/).waitFor()
    await saved(page)
    expect(await body()).toContain('in the wind. Listen.')
    expect(problems).toEqual([])
  })

  it('what was written of a new document is still there when the page is loaded anew', async () => {
    const { page } = await site.openSignedIn('/collections/posts/new')
    await titleOf(page).fill('Begun on a train')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Offline, kept on this device').waitFor()
    await page.context().setOffline(false)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/were not saved. They are back/).waitFor()
    expect(await titleOf(page).inputValue()).toBe('Begun on a train')
  })

  it('on a phone: signs in, finds, edits and publishes, and nothing is wider than the screen', async () => {
    const { id } = await titled('Numbers that line up')
    const { page, problems } = await site.openSignedIn('/', PHONE)
    await page.getByRole('heading', { name: `Hello, ${EDITOR.name}` }).waitFor()
    await expectFitting(page)
    await page.getByRole('button', { name: 'Open the navigation' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expectAccessible(page)
    await sheet.getByRole('link', { name: /^Posts/ }).tap()
    await page.getByText('1–25 of 30').waitFor()
    await page.getByRole('searchbox').fill('Numbers that')
    await page.getByText('1–1 of 1').waitFor()
    await expectFitting(page)
    await page.getByRole('link', { name: /Numbers that line up/ }).tap()
    await titleOf(page).fill('Figures that line up')
    await page.getByText('Not saved yet').waitFor()
    await expectFitting(page)
    await page.getByRole('tab', { name: 'About this document' }).tap()
    await page.getByText('1 field differs from what readers see.').waitFor()
    await expectFitting(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish changes' }).tap()
    await page.getByText('Readers see this as it is.').waitFor()
    expect(await documents('posts').findOne(id, { draft: false })).toMatchObject({ title: 'Figures that line up' })

    const [media, author] = await Promise.all(['media', 'authors'].map((slug) => documents(slug).find({ limit: 1 })))
    const screens = [
      '/collections/posts/new',
      `/collections/posts/${id}/history`,
      `/collections/posts/${id}?beside=de`,
      `/collections/posts/${id}?drawer=authors/${author?.docs[0]?.id}`,
      `/collections/media/${media?.docs[0]?.id}`,
      `/collections/authors/${author?.docs[0]?.id}`,
      '/collections/posts?filter=[[["_status","in",["draft","changed"]]]]&locale=de',
      '/collections/tags?q=nothing',
      ...['media', 'users', 'users/new'].map((path) => `/collections/${path}`),
      ...['globals/settings', 'trash', 'nowhere'].map((path) => `/${path}`),
      ...['you', 'security', 'api-keys', 'preferences'].map((part) => `/profile/${part}`),
    ]
    for (const path of screens) {
      await page.goto(`${site.url}/admin${path}`)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      await expectFitting(page)
    }
    expect(problems).toEqual([])
  })
})
