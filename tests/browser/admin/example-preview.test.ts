// @module-tag release
import { must } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { startExample } from './example-site.ts'

const found = findBrowser()

describe.skipIf(found === null)('the preview of the example', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await startExample(found ?? '')
  })
  afterAll(() => site.close())

  it('shows the page of a post with unpublished changes, and its picture', async () => {
    const posts = must(site.app.local.asSystem().collections['posts'], 'posts')
    const { docs } = await posts.find({ where: { slug: { equals: 'numbers-that-line-up' } } })
    const { id } = must(docs[0], 'a post')
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Numbers that line up, at last' }).waitFor()
    await frame.getByText('With old-style numerals in running text').waitFor()
    const cover = frame.getByRole('img', { name: 'A column of prices' })
    await expect
      .poll(() => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(960)

    const asPublic = await fetch(`${site.url}/api/site/posts/numbers-that-line-up?locale=de`)
    const text = await asPublic.text()
    expect(text).toContain('<h1>Numbers that line up</h1>')
    expect(text).toContain('<code class="language-css">td { font-variant-numeric: tabular-nums; }</code>')
    expect((await fetch(`${site.url}/api/site/posts/recycled-is-not-a-colour`)).status).toBe(404)
    expect(problems).toEqual([])
  })
})
