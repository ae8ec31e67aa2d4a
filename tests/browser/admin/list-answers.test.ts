// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { largeApplication } from './large-application.ts'
import { Walk } from './walk.ts'

const browser = findBrowser()

/** A picture of one point. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(browser === null)('lists of a large application', () => {
  let site: AdminSite

  const collectionOf = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', largeApplication)
    const articles = [
      { title: 'Zinc plates', body: 'Winter' },
      { title: 'Ash', body: 'Winter, winter, winter: the paper' },
      { title: 'Winter', body: 'A season' },
      { title: 'Marbling', body: 'Of colours' },
    ]
    for (const article of articles) await collectionOf('articles').create(article)
    const file = new File([PIXEL], 'img_0042.png', { type: 'image/png' })
    await collectionOf('media').create({ file, alt: 'A heron at dusk' } as never)
    await collectionOf('media').create({ file: new File([PIXEL], 'b.png'), alt: 'Nothing much' } as never)
    const works = collectionOf('works')
    await works.create({ title: 'Only a draft' })
    const { id } = await works.create({ title: 'To come' })
    await statesOf(works).schedule(id, { action: 'publish', runAt: '2999-01-01T00:00:00.000Z' })
  }, 120_000)
  afterAll(() => site.close())

  it('send a fixed number of requests, and the palette one after a pause', async () => {
    const { page, problems } = await site.openSignedIn('/sign-in')
    // Wait until the requests of the navigation are done.
    await page.getByRole('heading').first().waitFor()
    const asked = questionsOf(page)
    await page.goto(`${site.url}/admin/collections/works`)
    await page.getByText('1–2 of 2').waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked(), asked().join('\n')).toSatisfy((all: string[]) => all.length <= 9)

    const before = asked().length
    await page.keyboard.press('Control+k')
    const words = page.getByRole('combobox')
    await words.waitFor()
    // The clock stands while letters come, however long the machine takes for them.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 20_000)
    await words.pressSequentially('Winter')
    expect(asked().slice(before)).toEqual([])
    await page.clock.resume()
    await page
      .getByRole('option', { name: /^Winter/ })
      .first()
      .waitFor()
    const since = asked().slice(before)
    expect(since).toEqual([expect.stringContaining('/api/search')])
    expect(problems).toEqual([])
  })

  it('search words in the whole text, and list title matches first', async () => {
    const { page, problems } = await site.openSignedIn('/collections/articles?q=winter')
    await page.getByText('1–3 of 3').waitFor()
    await expect.poll(() => titles(page)).toEqual(['Winter', 'Ash', 'Zinc plates'])
    await page.getByRole('searchbox').fill('')
    await page.getByText('1–4 of 4').waitFor()
    // In the order that the collection asks for.
    await expect.poll(() => titles(page)).toEqual(['Ash', 'Marbling', 'Winter', 'Zinc plates'])
    await page.getByRole('columnheader', { name: 'Title', exact: true, includeHidden: true }).waitFor()
    expect(await page.locator('th[aria-sort="ascending"]').innerText()).toContain('Title')
    expect(problems).toEqual([])
  })

  it('find files by their description', async () => {
    const { page } = await site.openSignedIn('/collections/media?layout=table&q=heron')
    await page.getByText('1–1 of 1').waitFor()
    expect(await titles(page)).toEqual(['img_0042.png'])
  })

  it('refuse files of wrong types and sizes before the editor describes them', async () => {
    const { page, problems } = await site.openSignedIn('/collections/media')
    await page.getByText('1–2 of 2').waitFor()
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Choose files…').setInputFiles({ name, mimeType, buffer })
    await choose('notes.pdf', 'application/pdf', PIXEL)
    await page.getByRole('heading', { name: 'notes.pdf isn’t accepted here' }).waitFor()
    await page.getByText('Accepted file types: PNG, WEBP.').first().waitFor()
    await choose('huge.png', 'image/png', Buffer.alloc(20 * 1024 + 1))
    await page.getByRole('heading', { name: 'huge.png is too large' }).waitFor()
    await page.getByText('Files here can be up to 20 kB.').first().waitFor()
    expect(await page.getByText('Describe the file').count()).toBe(0)
    await choose('small.png', 'image/png', PIXEL)
    await page.getByText('Describe the file').waitFor()
    expect(problems).toEqual([])
  })

  it('are paged in a picker, with a total', async () => {
    const people = collectionOf('people')
    for (let n = 1; n <= 45; n += 1) await people.create({ name: `Person ${n}` })
    const { page, problems } = await site.openSignedIn('/collections/works/new')
    await page.getByRole('combobox', { name: 'Person' }).click()
    await page.getByText('20 of 45 shown').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByText('40 of 45 shown').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    // The oldest stands last.
    await page.getByRole('option', { name: 'Person 1', exact: true }).click()
    await page.getByText('Person 1', { exact: true }).waitFor()
    const file = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: PIXEL }
    await page.locator('[data-field="cover"] input[type=file]').setInputFiles(file)
    await page.getByRole('heading', { name: 'This field doesn’t accept files like notes.pdf' }).waitFor()
    await page.getByText('Accepted file types: PNG, WEBP.').first().waitFor()
    expect(problems).toEqual([])
  })

  it('show scheduled documents, and filter by them', async () => {
    const { page, problems } = await site.openSignedIn('/collections/works')
    await page
      .getByRole('row', { name: /To come/ })
      .getByText('Scheduled')
      .waitFor()
    await page
      .getByRole('row', { name: /Only a draft/ })
      .getByText('Draft', { exact: true })
      .waitFor()
    const walk = new Walk(page)
    const filtered = (state: string) =>
      walk.follow(`${site.url}/admin/collections/works?filter=[[["_status","in",["${state}"]]]]`)
    await filtered('scheduled')
    await page.getByText('1–1 of 1').waitFor()
    expect(await titles(page)).toEqual(['To come'])
    await filtered('draft')
    // On a slow machine, what another test began has become a draft meanwhile.
    await expect.poll(() => titles(page)).toContain('Only a draft')
    expect(await titles(page)).not.toContain('To come')
    await page.getByRole('button', { name: /status is one of/ }).click()
    await page.getByLabel('Value').click()
    await page.getByRole('option', { name: 'Scheduled' }).waitFor()
    expect(problems).toEqual([])
  })

  it('show an author their drafts and published documents of others, with matching counts in the navigation', async () => {
    const { page: first } = await site.openAs('Otto Author', '/', { role: 'author' })
    await first.close()
    const { docs } = await collectionOf('users').find({ where: { name: { equals: 'Otto Author' } } as never })
    const otto = must(docs[0], 'Otto').id
    const works = collectionOf('works')
    await works.create({ title: 'Mine', owner: otto })
    const { id } = await works.create({ title: 'By another user' })
    await statesOf(works).publish(id)
    await works.update(id, { title: 'By another user, changed' })

    const { page, problems } = await site.openAs('Otto Author', '/collections/works')
    await page.getByText('1–2 of 2').waitFor()
    expect((await titles(page)).toSorted()).toEqual(['By another user', 'Mine'])
    await page
      .getByRole('row', { name: /By another user/ })
      .getByText('Published')
      .waitFor()
    await page.getByRole('row', { name: /Mine/ }).getByText('Draft', { exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Works 2' }).waitFor()
    await page.getByRole('link', { name: 'By another user' }).click()
    await page.getByRole('heading', { name: /^Live since|^Published/ }).waitFor()
    expect(await page.getByText('Not published').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('the start page also does, whatever the user opened before', async () => {
    const { page, problems } = await site.openSignedIn('/nowhere')
    const walk = new Walk(page)
    await walk.heading()
    for (let n = 1; n <= 8; n += 1) {
      const { id } = await collectionOf(`kind${n}`).create({ title: `Visited ${n}` })
      await walk.follow(`${site.url}/admin/collections/kind${n}/${id}`)
      await page.getByRole('heading', { name: `Visited ${n}` }).waitFor()
      await walk.answers()
    }
    const asked = questionsOf(page)
    await page.goto(`${site.url}/admin/`)
    const part = (name: string) => page.getByRole('region', { name })
    await part('Pick up where you left off').getByRole('link').nth(5).waitFor()
    await part('Scheduled').getByText('To come').waitFor()
    await part('Waiting to be published').getByText('Only a draft').waitFor()
    // It is in the list of documents that were opened.
    expect(await part('Waiting to be published').getByText('Visited 8').count()).toBe(0)
    await page.waitForLoadState('networkidle')
    expect(asked(), asked().join('\n')).toSatisfy((all: string[]) => all.length <= 12)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Kind 9', exact: true }).click()
    await page.waitForURL(/kind9\/new/)
    expect(problems).toEqual([])
  })
})

interface States {
  readonly publish: (id: string) => Promise<unknown>
  readonly schedule: (id: string, job: object) => Promise<unknown>
}

const statesOf = (collection: object) => collection as States

/** What was asked of the service, apart from files. */
function questionsOf(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/uploads/'))
      asked.push(`${request.method()} ${pathname}${search}`)
  })
  return () => asked
}

/** The titles of the rows, in their order. */
async function titles(page: Page): Promise<string[]> {
  const found = await page.locator('tbody tr td:nth-child(2) a').allInnerTexts()
  return found.map((text) => text.split('\n')[0]?.trim() ?? '')
}
