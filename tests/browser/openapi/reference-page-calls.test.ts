// @module-tag release
import type { Browser, Page } from 'playwright-core'
import { must } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, f, route, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, findBrowser, openBrowser } from '../admin/browser.ts'

const ADMIN = { email: 'ann@example.com', password: 'a long secret of mine' }

const config = defineConfig({
  database: sqlite(':memory:'),
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: { apiKeys: true }, fields: {} }),
    posts: collection({ fields: { title: f.text({ required: true }) }, access: { read: () => true } }),
    media: collection({ upload: {}, fields: { alt: f.text() }, access: { read: () => true } }),
  },
  routes: [route({ method: 'GET', path: '/hello/:name', handler: ({ params }) => ({ hello: params.name }) })],
})

const browserPath = findBrowser()

describe.skipIf(browserPath === null)('the reference page in a browser', () => {
  let app: App<typeof config>
  let url: string
  let browser: Browser

  beforeAll(async () => {
    app = await createApp(config, { log: createLogger({ level: 'silent' }) })
    url = await app.listen({ port: 0 })
    browser = await openBrowser(browserPath ?? '')
    await app.local.asSystem().auth.users.createUser({ data: { email: ADMIN.email }, password: ADMIN.password })
  })
  afterAll(() => app.close())

  /** The page, violations of its policy, and requests to other origins. */
  async function open(): Promise<{ page: Page; refused: string[]; outside: string[] }> {
    const page = await browser.newPage()
    const refused: string[] = []
    const outside: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text())
    })
    page.on('pageerror', (error) => refused.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) outside.push(request.url())
    })
    await page.goto(`${url}/api/docs`)
    await page.getByRole('heading', { name: 'posts' }).first().waitFor()
    return { page, refused, outside }
  }

  /** Sends an operation's form, and waits for the displayed response. */
  async function call(page: Page, operation: string, fill: Readonly<Record<string, string>>): Promise<string> {
    await page.goto(`${url}/api/docs#${operation}`)
    const view = page.locator(`#${operation}`)
    const form = view.locator('form')
    if (!(await form.isVisible())) await view.getByText('Try it').click()
    for (const [label, value] of Object.entries(fill)) await form.getByLabel(label).first().fill(value)
    const answered = page.waitForResponse((response) => !response.url().endsWith('/api/auth/me'))
    // By keyboard: the page still scrolls to the operation, so a click could miss the button.
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    const status = (await answered).status()
    // The button works again once the answer is shown.
    await form.locator('button.send:enabled').waitFor()
    const shown = await form.locator('.answer').innerText()
    expect(shown).toContain(String(status))
    return shown
  }

  const choose = (page: Page, caller: string) => page.getByLabel('Calls that you try are made by').selectOption(caller)

  it('sends calls with a session, with a key, and anonymously', async () => {
    const { page, refused, outside } = await open()
    const body = JSON.stringify({ title: 'From the reference' })
    await expect.poll(() => page.locator('#who').innerText()).toMatch(/^You are not signed in/)
    expect(await call(page, 'createPosts', { body })).toMatch(/^401 Unauthorized[^]*unauthenticated/)

    expect(await call(page, 'loginUsers', { body: JSON.stringify(ADMIN) })).toMatch(/^200 OK/)
    await expect.poll(() => page.locator('#who').innerText()).toBe('You are ann@example.com.')
    expect(await call(page, 'createPosts', { body })).toMatch(/^201 Created[^]*"title": "From the reference"/)
    expect(await call(page, 'listPosts', { limit: '1', where: '{"title":{"contains":"reference"}}' })).toContain(
      '"totalDocs": 1',
    )
    expect(await call(page, 'listPosts', { limit: '1', where: '{"title":{"contains":"nowhere"}}' })).toContain(
      '"totalDocs": 0',
    )

    const made = await call(page, 'createApiKey', { body: '{"name":"reference"}' })
    const [, key = ''] = must(/"key": "([^"]+)"/.exec(made), 'a key')

    await choose(page, 'anonymous')
    expect(await call(page, 'createPosts', { body })).toMatch(/^401/)
    await choose(page, 'key')
    expect(await call(page, 'createPosts', { body })).toMatch(/^401/)
    await page.getByLabel('Key or token').fill(key)
    await expect.poll(() => page.locator('#who').innerText()).toBe('You are ann@example.com.')
    expect(await call(page, 'createPosts', { body })).toMatch(/^201 Created/)
    expect((await app.local.collections.posts.count()).count).toBe(2)

    expect(refused).toEqual([])
    expect(outside).toEqual([])
    await page.close()
  })

  it('shows each call in three ways, with documents that the reader may read', async () => {
    const { page, refused } = await open()
    const { id } = await app.local.asSystem().collections.posts.create({ title: 'Shown' })
    await page.goto(`${url}/api/docs#readPosts`)
    const view = page.locator('#readPosts')
    const code = view.locator('.samples code')
    const [shown] = (await app.local.collections.posts.find({ limit: 1 })).docs
    await expect.poll(() => code.innerText()).toBe(`curl '${url}/api/collections/posts/${shown?.id}'`)
    expect(id).toBe(shown?.id)
    await view.getByRole('tab', { name: 'curl' }).press('ArrowRight')
    await expect.poll(() => code.innerText()).toBe(`const doc = await client.collections.posts.findOne('${id}')`)
    // The choice holds for all operations.
    await page.goto(`${url}/api/docs#listPosts`)
    await page.locator('#listPosts').getByRole('tab', { name: 'Local API' }).click()
    await expect.poll(() => code.innerText()).toBe(`const doc = await app.local.collections.posts.findOne('${id}')`)
    const order = await page
      .locator('section', { has: page.locator('#listPosts') })
      .locator('.operation')
      .all()
    const ids = await Promise.all(order.map((one) => one.getAttribute('id')))
    expect(ids.slice(0, 5)).toEqual(['listPosts', 'readPosts', 'createPosts', 'updatePosts', 'deletePosts'])
    expect(ids.slice(-2)).toEqual(['accessPosts', 'selectionPosts'])
    await expectAccessible(page)
    expect(refused).toEqual([])
    await app.local.asSystem().collections.posts.delete(id)
    await page.close()
  })

  it('sends files, and calls routes of the application', async () => {
    const { page, refused } = await open()
    await choose(page, 'token')
    const { token } = await app.local.auth.users.login(ADMIN)
    await page.getByLabel('Key or token').fill(token)
    await page.goto(`${url}/api/docs#createMedia`)
    const view = page.locator('#createMedia')
    await view.getByText('Try it').click()
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
    await view.locator('input[type=file]').setInputFiles(file)
    expect(await call(page, 'createMedia', { data: '{"alt":"A text"}' })).toMatch(/^201 Created[^]*"alt": "A text"/)
    const hello = await page.locator('details.operation', { hasText: '/api/hello/{name}' }).getAttribute('id')
    expect(await call(page, hello ?? '', { name: 'a/b' })).toContain('"hello": "a/b"')
    await expectAccessible(page)
    expect(refused).toEqual([])
    await page.close()
  })
})
