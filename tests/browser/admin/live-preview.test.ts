// @module-tag release
import { must } from '@quirecms/testkit'
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminSite, EDITOR } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { startExample } from './example-site.ts'

const found = findBrowser()

describe.skipIf(found === null)('live preview of the example', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await startExample(found ?? '')
  })
  afterAll(() => site.close())

  /** A post with so many quotes that they are folded at first. */
  async function makePost(title: string, isPublic = false) {
    const { collections } = site.app.local.asSystem()
    const [author] = (await must(collections['authors'], 'authors').find({ limit: 1 })).docs
    const sections = ['One', 'Two', 'Three', 'Four', 'Five'].map((text) => ({
      blockType: 'quote',
      text: `${text} of ${title}`,
    }))
    const posts = must(collections['posts'], 'posts')
    const data = { title, excerpt: 'What it is about.', author: author?.['id'], sections }
    const post = await posts.create(data, { publish: isPublic })
    return { id: post['id'], posts, author: author?.['name'] as string }
  }
  async function openPreview(
    id: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; shown: FrameLocator; problems: string[] }> {
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}?preview=true`, options)
    const shown = page.frameLocator('iframe')
    await shown.locator('h1').waitFor()
    await page.getByRole('button', { name: 'Click to edit' }).waitFor()
    return { page, shown, problems }
  }

  it('shows typed text before it is saved, and all of it afterwards', async () => {
    const { id, posts } = await makePost('Before saving')
    const { page, shown, problems } = await openPreview(id)
    // Saving waits for `save`.
    let save: () => void = () => undefined
    const mayBeSaved = new Promise<void>((resolve) => {
      save = resolve
    })
    await page.route('**/api/collections/posts/*', async (route) => {
      if (route.request().method() === 'PATCH') await mayBeSaved
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Title' }).fill('While I type')
    await shown.getByRole('heading', { name: 'While I type' }).waitFor()
    expect(await posts.findOne(id, { draft: true })).toMatchObject({ title: 'Before saving', revision: 1 })
    save()
    await expect.poll(async () => (await posts.findOne(id, { draft: true }))['revision']).toBe(2)
    await shown.getByRole('heading', { name: 'While I type' }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows an earlier revision from the history without changing anything', async () => {
    const { id, posts } = await makePost('As it was')
    await posts.update(id, { title: 'As it is' })
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}/history?to=1`)
    await page.getByRole('link', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'As it was' }).waitFor()
    await page.getByText('Shows this revision.').waitFor()
    await page.getByRole('button', { name: 'Close preview' }).click()
    await page.getByRole('heading', { level: 1, name: 'As it was' }).waitFor()
    expect(await posts.findOne(id, { draft: true })).toMatchObject({ title: 'As it is', revision: 2 })
    expect(problems).toEqual([])
  })

  it('keeps showing the rest if a value is invalid', async () => {
    const { id } = await makePost('Wrong and right')
    const { page, shown } = await openPreview(id)
    await page.getByRole('textbox', { name: 'Excerpt' }).fill('x'.repeat(301))
    await page.getByRole('textbox', { name: 'Title' }).fill('Right all the same')
    await shown.getByRole('heading', { name: 'Right all the same' }).waitFor()
    expect(await shown.locator('.lead').textContent()).toBe('What it is about.')
  })

  it('opens what is clicked: a collapsed row, or another document in the drawer', async () => {
    const { id, author } = await makePost('Clicks')
    const { page, shown, problems } = await openPreview(id)
    const third = shown.getByText('Three of Clicks')
    expect(await page.getByRole('textbox', { name: 'Quoted text' }).count()).toBe(0)
    await third.hover()
    await shown.locator('[aria-hidden="true"]', { hasText: 'Sections › Quoted text' }).waitFor()
    await third.click()
    const text = page.locator('[data-field="sections.2.text"] :focus')
    await text.waitFor()
    expect(await text.inputValue()).toBe('Three of Clicks')
    expect(await page.locator('[data-field="sections.1.text"]').count()).toBe(0)

    await shown.getByText(author).click()
    const drawer = page.getByRole('dialog')
    await drawer.locator('[data-field="name"] :focus').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    // Fields about the document are behind a tab beside the page.
    const field = page.locator('[data-field="author"]')
    expect(await field.isVisible()).toBe(false)
    await page.getByRole('tab', { name: 'About this document' }).click()
    await field.waitFor()
    await page.getByRole('tab', { name: 'Content', exact: true }).click()

    await page.getByRole('button', { name: 'Click to edit' }).click()
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await shown.getByText('Five of Clicks').click()
    expect(await page.locator('[data-field="sections.4.text"]').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('opens the global that is clicked, and asks first if unsaved changes are invalid', async () => {
    const { id, posts } = await makePost('Of the site')
    const { page, shown, problems } = await openPreview(id)
    // Prevents saving.
    await page.route('**/api/collections/posts/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await page.getByRole('textbox', { name: 'Title' }).fill('Not saved yet')
    const name = shown.locator('header strong')
    await name.hover()
    await shown.locator('[aria-hidden="true"]', { hasText: 'Settings › Site name' }).waitFor()
    await name.click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not saved yet')
    // Savable edits are saved without a question.
    await page.unroute('**/api/collections/posts/*')
    await name.click()
    await page.locator('[data-field="siteName"] :focus').waitFor()
    expect((await posts.findOne(id, { draft: true }))['title']).toBe('Not saved yet')
    await expect.poll(() => new URL(page.url()).search).not.toContain('field')
    expect(new URL(page.url()).pathname).toBe('/admin/globals/settings')
    expect(problems).toEqual([])
  })

  it('keeps its scroll position when its token is renewed, and loads with the new one', async () => {
    const { id, posts } = await makePost('For long')
    const { page } = await site.openSignedIn('/', {})
    await page.clock.install()
    await page.goto(`${site.url}/admin/collections/posts/${id}?preview=true`)
    await page.getByRole('button', { name: 'Click to edit' }).waitFor()
    const frame = must(
      page.frames().find((one) => one !== page.mainFrame()),
      'the page',
    )
    const tokenOf = () => new URL(frame.url()).searchParams.get('preview')
    const before = tokenOf()
    await frame.evaluate('document.querySelector("h1").style.marginBottom = "3000px"; scrollTo(0, 500)')
    await page.clock.fastForward('14:10')
    await expect.poll(() => tokenOf()).not.toBe(before)
    const token = must(tokenOf(), 'a token')
    expect(await frame.evaluate('scrollY')).toBe(500)
    await posts.update(id, { title: 'Much later' })
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Much later' }).waitFor()
    expect(await page.locator('iframe').getAttribute('src')).toContain(token)
  })

  it('shows the form over the page on a phone', async () => {
    const { id } = await makePost('Phone')
    const { page, shown } = await openPreview(id, { viewport: { width: 390, height: 800 }, hasTouch: true })
    await shown.getByText('Two of Phone').tap()
    await page.locator('[data-field="sections.1.text"] :focus').waitFor()
    await page.locator('iframe').waitFor({ state: 'detached' })
  })

  it('scrolls the page to the field that is edited', async () => {
    const { id } = await makePost('Far down')
    const { page, shown } = await openPreview(id)
    const last = shown.getByText('Five of Far down')
    const isInView = async () => {
      const { y, height } = must(await last.boundingBox(), 'its place')
      return y >= 0 && y + height <= 820
    }
    await shown.locator('h1').evaluate((heading) => {
      ;(heading as unknown as { style: { marginBottom: string } }).style.marginBottom = '3000px'
    })
    expect(await isInView()).toBe(false)
    await page.locator('[data-fold="sections.4"]').click()
    await page.locator('[data-field="sections.4.text"]').getByRole('textbox').focus()
    await expect.poll(isInView).toBe(true)
  })

  it('is pointed out on the start page, until one is set up', async () => {
    const { page } = await site.openAs('Nora Newcomer', '/')
    const card = page.getByRole('region', { name: 'Live preview' })
    await card.getByRole('link', { name: 'Try it: Posts' }).waitFor()
    const kept = page.waitForResponse((answer) => answer.url().includes('/preferences/preview.known'))
    await card.getByRole('button', { name: 'Got it' }).click()
    await card.waitFor({ state: 'detached' })
    expect((await kept).ok()).toBe(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Start something new' }).waitFor()
    expect(await card.count()).toBe(0)

    // Neither for users who may only read, and don't see drafts.
    const reader = { name: 'Rea Der', email: 'reader@example.com', roles: [] }
    await must(site.app.local.asSystem().auth['users'], 'users').createUser({ data: reader, password: EDITOR.password })
    const { page: other } = await site.openAs(reader.name, '/')
    await other.getByRole('heading', { name: 'Recently changed' }).waitFor()
    const offered = await other.getByRole('heading', { level: 2 }).allTextContents()
    expect(offered).not.toContain('Live preview')
    expect(offered).not.toContain('Waiting to be published')
  })

  it('leaves no trace on public pages', async () => {
    const { id, posts } = await makePost('Public', true)
    const { slug } = await posts.findOne(id)
    const answer = await fetch(`${site.url}/api/site/posts/${slug as string}`)
    const text = await answer.text()
    expect(text).toContain('<h1>Public</h1>')
    expect(text).not.toMatch(/data-quire|<script/)
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src')
  })
})
