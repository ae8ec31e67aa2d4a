import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser, withoutStream } from './browser.ts'
import { startExample } from './example-site.ts'

const browser = findBrowser()

describe.skipIf(browser === null)('editing a document in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await startExample(browser ?? '')
  }, 120_000)
  afterAll(() => site.close())

  const posts = () => must(site.app.local.asSystem().collections['posts'], 'the posts')
  const titled = async (title: string) => {
    const { docs } = await posts().find({ where: { title: { equals: title } }, draft: true, limit: 1 })
    return must(docs[0], title)
  }
  const openPost = async (title: string) => {
    const { id } = await titled(title)
    const opened = await site.openSignedIn(`/collections/posts/${id}`)
    await titleOf(opened.page).waitFor()
    return { ...opened, id }
  }
  const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()

  it('saves a draft automatically, marks unpublished changes, and publishes', async () => {
    const { page, id, problems } = await openPost('A typeface is a piece of software')
    await titleOf(page).fill('A typeface is a program')
    await page.locator('[data-field="title"][data-changed]').waitFor()
    await saved(page)
    expect(await posts().findOne(id, { draft: true })).toMatchObject({
      title: 'A typeface is a program',
      _status: 'draft',
    })
    expect(await posts().findOne(id, { draft: false })).toMatchObject({ title: 'A typeface is a piece of software' })
    await page.getByText('1 field differs from what readers see.').waitFor()

    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/publish') && asked.push(request.url())))
    for (let pressed = 0; pressed < 2; pressed += 1) await page.keyboard.press('Control+Shift+P')
    await page.getByText('This is what readers see.').waitFor()
    await page.getByText('Published', { exact: true }).first().waitFor()
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(asked).toHaveLength(1)
    expect(await page.getByRole('dialog').filter({ hasText: 'Published' }).count()).toBeLessThanOrEqual(1)
    expect(await posts().findOne(id, { draft: false })).toMatchObject({ title: 'A typeface is a program' })
    expect(problems).toEqual([])
  })

  it('creates a document, shows missing values at their fields, and jumps there', async () => {
    const { page, problems } = await site.openSignedIn('/collections/tags/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bookbinding')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/tags\/[0-9a-f-]{36}/)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const summary = page.getByRole('alert')
    await summary.getByText('1 problem to fix').waitFor()
    await expectAccessible(page)
    await summary.getByRole('button').click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.and(page.locator(':focus')).waitFor()
    expect(problems).toEqual([])
  })

  it('restores unsaved text after the page was closed', async () => {
    const { page, id } = await openPost('How to ask for a comma')
    await page.route('**/api/collections/posts/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await titleOf(page).fill('Commas that do not get lost')
    await page.getByText('Offline. Kept on this device.').waitFor()
    await page.unroute('**/api/collections/posts/**')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${site.url}/admin/collections/posts/${id}`)
    await page.getByText(/We recovered unsaved changes/).waitFor()
    await page.getByRole('button', { name: 'Keep them' }).click()
    await saved(page)
    expect(await posts().findOne(id, { draft: true })).toMatchObject({ title: 'Commas that do not get lost' })
  })

  it('merges changes of different fields, and asks about changes of the same field', async () => {
    const { page, id } = await openPost('The sound of a good sheet')
    // Other users see the change once it is saved.
    await withoutStream(page)
    await page.reload()
    await titleOf(page).waitFor()
    await posts().update(id, { views: 77 })
    await titleOf(page).fill('The sound of a sheet')
    await saved(page)
    expect(await posts().findOne(id, { draft: true })).toMatchObject({ title: 'The sound of a sheet', views: 77 })

    await posts().update(id, { title: 'Theirs' })
    await titleOf(page).fill('Mine')
    const dialog = page.getByRole('dialog', { name: /changed this while you were editing/ })
    await dialog.getByRole('radio', { name: 'Theirs' }).check()
    await dialog.getByRole('button', { name: 'Save my choices' }).click()
    await saved(page)
    expect(await titleOf(page).inputValue()).toBe('Theirs')
    expect(await posts().findOne(id, { draft: true })).toMatchObject({ title: 'Theirs' })
  })

  it('asks before unsaved changes are discarded', async () => {
    const { page } = await site.openSignedIn('/collections/authors')
    await page.getByRole('link', { name: /Wen Zhao/ }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Wen Z.')
    await page.getByRole('link', { name: /^Tags/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    expect(await name.inputValue()).toBe('Wen Z.')
    await page.getByRole('link', { name: /^Tags/ }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL(/collections\/tags/)
  })

  it('creates the target of a relationship in a drawer, which has an address', async () => {
    const { page, id, problems } = await openPost('A queue for the printer')
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.waitForURL(/drawer=tags%2Fnew|drawer=tags\/new/)
    const drawer = page.getByRole('dialog', { name: 'New tag' })
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Queues')
    await drawer.getByRole('button', { name: 'Create', exact: true }).click()
    await drawer.waitFor({ state: 'hidden' })
    await saved(page)
    const { tags } = await posts().findOne(id, { draft: true, populate: { tags: true } })
    expect(tags).toContainEqual(expect.objectContaining({ name: 'Queues' }))
    expect(problems).toEqual([])
  })

  it('shows who else is editing, and takes over', async () => {
    const { page, id } = await openPost('Repairing a torn page')
    await titleOf(page).fill('Repairing a page')
    await saved(page)
    const colleague = await site.openAs('Tomás Rivera', `/collections/posts/${id}`)
    await colleague.page.getByText('is editing this.').waitFor()
    await colleague.page.getByText('Repairing a page').first().waitFor()
    expect(await titleOf(colleague.page).count()).toBe(0)
    await expectAccessible(colleague.page)
    const asked: string[] = []
    colleague.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await colleague.page.keyboard.press('Control+Shift+P')
    await colleague.page.getByRole('button', { name: 'Take over' }).click()
    await titleOf(colleague.page).fill('Repairing a torn page, again')
    await saved(colleague.page)
    expect(asked.filter((path) => path.endsWith('/publish'))).toEqual([])
  })
})
