import type { Locator, Page } from 'playwright-core'
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'

const browser = findBrowser()

const config = defineConfig({
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    authors: collection({ label: 'Authors', fields: { name: f.text({ required: true }) } }),
    posts: collection({
      label: 'Posts',
      versions: { drafts: { autosave: true } },
      fields: {
        title: f.text({ required: true }),
        author: f.relationship({ to: 'authors' }),
        body: f.richText({ to: ['authors', 'posts'] }),
      },
    }),
  },
})

const AUTHORS = ['Wen Zhao', 'Maud Okafor', 'Tomás Rivera', 'Petter Lindqvist', 'Ada Moreau']

/** A browser only clicks an element that is under the pointer at the press and at the release. */
describe.skipIf(browser === null)('elements that move between press and release', () => {
  let site: AdminSite
  const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
    for (const name of AUTHORS) await documents('authors').create({ name })
  }, 120_000)
  afterAll(() => site.close())

  /** Holds back matching requests until `letGo`. */
  async function held(
    page: Page,
    url: RegExp,
    method: string,
  ): Promise<{ asked: Promise<unknown>; letGo: () => void }> {
    let letGo = () => {}
    const mayGo = new Promise<void>((resolve) => (letGo = resolve))
    const asked = page.waitForRequest((request) => url.test(request.url()) && request.method() === method)
    await page.route(url, async (route) => {
      if (route.request().method() === method) await mayGo
      await route.continue()
    })
    return { asked, letGo }
  }

  async function press(page: Page, what: Locator, inside: 'centre' | 'end' = 'centre'): Promise<void> {
    await what.hover()
    const { x, y, width, height } = must(await what.boundingBox(), 'where it is')
    await page.mouse.move(inside === 'end' ? x + width - 4 : x + width / 2, y + height / 2)
    await page.mouse.down()
  }

  const options = (page: Page) => page.getByRole('option').allTextContents()

  /** Presses the last option, and then lets a shorter list arrive. */
  async function pressWhileItShrinks(page: Page, input: Locator): Promise<void> {
    const option = page.getByRole('option', { name: 'Wen Zhao' })
    await input.click()
    await expect.poll(() => options(page)).toEqual([...AUTHORS].toReversed())
    const { asked, letGo } = await held(page, /authors\?.*Wen/, 'GET')
    await input.pressSequentially('Wen')
    await asked
    // The previous results stay until the response comes.
    expect(await options(page)).toHaveLength(AUTHORS.length)
    await press(page, option)
    letGo()
    await expect.poll(() => options(page)).toEqual(['Wen Zhao'])
  }

  it('an option is chosen although the list under it got shorter', async () => {
    const { page, problems } = await site.openSignedIn('/collections/posts/new')
    const author = page.locator('[data-field="author"]')
    await pressWhileItShrinks(page, author.getByRole('combobox'))
    await page.mouse.up()
    await author.getByText('Wen Zhao').waitFor()
    expect(await options(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('a dialog stays open, and its button works', async () => {
    const { page, problems } = await site.openSignedIn('/collections/posts/new')
    const body = page.locator('[data-field="body"]').getByRole('textbox')
    await body.click()
    await page.keyboard.type('/document')
    await page.getByRole('option', { name: 'Document', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Document' })
    await pressWhileItShrinks(page, dialog.getByPlaceholder('Find…'))
    await page.mouse.up()
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await body.getByText('Wen Zhao').waitFor()
    expect(problems).toEqual([])
  })

  it('nothing is chosen if the pointer leaves before the release', async () => {
    const { page, problems } = await site.openSignedIn('/collections/posts/new')
    const author = page.locator('[data-field="author"]')
    await pressWhileItShrinks(page, author.getByRole('combobox'))
    await page.mouse.move(900, 700)
    await page.mouse.up()
    expect(await options(page)).toEqual(['Wen Zhao'])
    await page.keyboard.press('Escape')
    await expect.poll(() => options(page)).toEqual([])
    expect(await author.getByText('Wen Zhao').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('a new document is published although it was created while the button was pressed', async () => {
    const { page, problems } = await site.openSignedIn('/collections/posts/new')
    const { asked, letGo } = await held(page, /api\/collections\/posts(\?|$)/, 'POST')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Published in a hurry')
    await asked
    await press(page, page.getByRole('button', { name: 'Publish', exact: true }), 'end')
    letGo()
    // This button appears where the pointer is.
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    await page.mouse.up()
    await page.getByText('This is what readers see.').waitFor()
    expect((await documents('posts').find({ draft: false })).docs).toMatchObject([{ title: 'Published in a hurry' }])
    expect(problems).toEqual([])
  })
})
