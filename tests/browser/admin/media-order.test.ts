// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection } from './browser.ts'

const browser = findBrowser()

const application = {
  collections: {
    users: collection({
      auth: true,
      fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) },
    }),
    media: collection({ label: 'Media', upload: { folders: true, tags: true }, fields: { alt: f.text() } }),
    papers: collection({ label: 'Papers', upload: true, fields: {} }),
  },
}

describe.skipIf(browser === null)('files in folders', () => {
  let site: AdminSite

  const media = () => must(site.app.local.asSystem().collections['media'], 'media')
  const store = (name: string, data: object) =>
    media().create({ file: new File(['Some text'], name, { type: 'text/plain' }), ...data } as never)

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', application)
    await store('one.txt', { folder: 'press', alt: 'One', tags: ['blue'] })
    await store('two.txt', { folder: 'press/2030', tags: ['blue', 'red'] })
    await store('three.txt', { folder: 'archive', alt: 'Three' })
    await store('four.txt', { alt: '' })
  }, 120_000)
  afterAll(() => site.close())

  it('are opened, filtered by tags and by missing alternative texts, and accept uploads', async () => {
    const { page, problems } = await site.openSignedIn('/collections/media')
    const folders = page.getByRole('navigation', { name: 'Folders' })
    await page.getByText('1–4 of 4').waitFor()
    await folders.getByRole('button', { name: /^press 2/ }).click()
    await page.getByText('1–2 of 2').waitFor()
    await folders.getByRole('button', { name: /^2030 1/ }).waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('button', { name: /^red/ }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('button', { name: /^red/ }).click()
    await page.getByText('1–2 of 2').waitFor()

    const file = { name: 'five.txt', mimeType: 'text/plain', buffer: Buffer.from('Five') }
    await page.getByLabel('Choose files…').setInputFiles([file])
    await page.getByText('1–3 of 3').waitFor()
    const { docs } = await media().find({ where: { filename: { equals: 'five.txt' } } as never })
    expect(docs).toMatchObject([{ folder: 'press' }])

    await folders.getByRole('button', { name: 'All files' }).click()
    await page.getByText('1–5 of 5').waitFor()
    await page.getByRole('button', { name: 'Missing alt text' }).click()
    await page.getByText('1–3 of 3').waitFor()
    await page.getByRole('link', { name: /two.txt/ }).waitFor()
    expect(await page.getByRole('link', { name: /one.txt/ }).count()).toBe(0)
    await setDirection(page, 'rtl')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFitting(page)
    expect(problems).toEqual([])
  })

  it('do not exist in a collection without folders', async () => {
    const { page, problems } = await site.openSignedIn('/collections/papers')
    await page.getByRole('heading', { name: 'No papers yet' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Folders' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Missing alt text' }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
