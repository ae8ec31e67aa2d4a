// @module-tag release
import { must } from '@quirecms/testkit'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { everyField } from './every-field.ts'

const browser = findBrowser()

/** Visits of each of two documents, before the count (caches and chunks fill up) and after it. */
const VISITS = 10

describe.skipIf(browser === null)('visited documents', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', everyField)
  }, 120_000)
  afterAll(() => site.close())

  it('leave no elements and no listeners behind', async () => {
    const works = must(site.app.local.asSystem().collections['works'], 'works')
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A text' }] }] }
    const links = [{ label: 'a', url: 'https://example.com' }]
    for (const title of ['One', 'Two']) await works.create({ title, body, links })
    const { page } = await site.openSignedIn('/collections/works')
    const session = await page.context().newCDPSession(page)
    await visit(page, VISITS)
    const before = await counted(session)
    await visit(page, VISITS)
    const after = await counted(session)
    expect(after.nodes - before.nodes).toBeLessThan(100)
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(2 * VISITS)
    expect(after.documents).toBe(before.documents)
  }, 300_000)
})

/** Opens and leaves each document this many times. */
async function visit(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    for (const title of ['One', 'Two']) {
      await page.getByRole('link', { name: title }).first().click()
      await page.locator('[data-field="body"]').getByRole('textbox').waitFor()
      await page.goBack()
    }
  }
  await page.getByRole('link', { name: 'One' }).first().waitFor()
}

async function counted(session: CDPSession) {
  await session.send('HeapProfiler.enable')
  // A garbage collection can make more objects unreachable.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  return session.send('Memory.getDOMCounters')
}
