// @module-tag release
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { largeApplication } from './large-application.ts'

const browser = findBrowser()

describe.skipIf(browser === null)('the start page', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', largeApplication)
    const works = site.app.local.asSystem().collection('works')
    for (const title of ['Waiting', 'Shown']) await works.create({ title })
    const { docs } = await works.find({ where: { title: { equals: 'Shown' } }, draft: true })
    await works.publish(docs[0]?.id ?? '')
  })
  afterAll(() => site.close())

  it('sends one request, whatever the number of collections', async () => {
    const { page, problems } = await site.openSignedIn('/profile/you')
    await page.getByRole('link', { name: 'Home' }).waitFor()
    await page.goto('about:blank')
    const asked = questionsOf(page)
    await page.goto(`${site.url}/admin/`)
    await page.getByRole('heading', { name: 'Recently changed' }).waitFor()
    await page.getByRole('link', { name: 'Works 2' }).waitFor()
    await page.getByRole('link', { name: 'Kind 31 0' }).waitFor()
    await page.waitForLoadState('networkidle')
    // Every screen requests the session, the schema and the preferences.
    expect(asked().toSorted()).toEqual([
      'GET /api/auth/me',
      'GET /api/auth/preferences',
      'GET /api/schema',
      'GET /api/start',
    ])
    expect(problems).toEqual([])
  })

  it('leads back to the last document without loading it again', async () => {
    const { page } = await site.openAs('Bo', '/')
    await page.getByRole('heading', { name: 'Recently changed' }).waitFor()
    await page.getByRole('link', { name: 'Shown' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('list', { name: 'Pick up where you left off' }).getByRole('link', { name: 'Shown' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Recently changed' }).count()).toBe(0)
  })
})

/** Requests to the service since then. */
function questionsOf(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`)
  })
  return () => asked
}
