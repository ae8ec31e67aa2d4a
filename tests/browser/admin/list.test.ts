// @module-tag release
import { must } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'
import { chooseField } from './choose-field.ts'
import { startExample } from './example-site.ts'

const browser = findBrowser()

describe.skipIf(browser === null)('lists in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await startExample(browser ?? '')
  }, 120_000)
  afterAll(() => site.close())

  const pages = () => must(site.app.local.asSystem().collections['pages'], 'the pages')

  it('are filtered, sorted and saved as a view, all in the address', async () => {
    const { collections } = site.app.local.asSystem()
    const ofWen = { where: { 'author.name': { equals: 'Wen Zhao' } }, draft: true }
    const { count } = await must(collections['posts'], 'the posts').count(ofWen)
    expect(count).toBeGreaterThan(0)
    const { page, problems } = await site.openSignedIn('/collections/posts')
    const showsThem = async () => {
      await page.getByText(`1–${count} of ${count}`).waitFor()
      await expect.poll(() => page.getByRole('cell', { name: 'Wen Zhao' }).count()).toBe(count)
    }
    await page.getByText('1–25 of 30').waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await chooseField(page, 'Field', 'Author')
    await page.getByLabel('Value').fill('Wen')
    // The list moves when the response arrives.
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.getByRole('option', { name: 'Wen Zhao' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /author is Wen Zhao/ }).waitFor()
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
    await page.waitForURL(/sort=/)
    await showsThem()
    expect(await page.getByRole('cell', { name: 'Ines Albrecht' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of this view').fill('Of Wen')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByText('1–25 of 30').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Of Wen', exact: true }).click()
    await page.getByRole('button', { name: /author is Wen Zhao/ }).waitFor()
    await showsThem()
    expect(problems).toEqual([])
  })

  it('are operated by keyboard, and move selected documents to the trash and back', async () => {
    const { page, problems } = await site.openSignedIn('/collections/pages')
    await page.getByText('1–4 of 4').waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('2 moved to trash').waitFor()
    await page.getByText('1–2 of 2').waitFor()
    expect(await pages().count({ trash: true })).toEqual({ count: 2 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1–4 of 4').waitFor()
    expect(await pages().count({ trash: true })).toEqual({ count: 0 })

    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)

    // Decisions of another user stay.
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await expect.poll(() => pages().count({ trash: true })).toEqual({ count: 2 })
    // While the pointer is on it, the message stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    const [other] = (await pages().find({ trash: true, limit: 1 })).docs
    const { id } = must(other, 'what is in the trash')
    await withTrash(pages()).restoreDeleted(id)
    await pages().delete(id)
    await page.getByRole('button', { name: 'Undo' }).click()
    const left = page.getByRole('dialog', { name: '1 document couldn’t be changed' })
    await left.getByText('Someone else changed this in the meantime.').waitFor()
    expect((await pages().find({ trash: true })).docs).toEqual([expect.objectContaining({ id })])
    await withTrash(pages()).restoreDeleted(id)
    await page.keyboard.press('Escape')
    await left.waitFor({ state: 'hidden' })

    await page.keyboard.press('/')
    await page.keyboard.type('Colophon')
    await page.getByText('1–1 of 1').waitFor()
    expect(problems).toEqual([])
  })

  it('edit several fields at once, after a preview of the changes', async () => {
    const tags = must(site.app.local.asSystem().collections['tags'], 'the tags')
    const { docs } = await tags.find({ sort: 'slug', limit: 2 })
    const [first, second] = docs.map(({ id, name }) => ({ id, name: name as string }))
    const kept = await tags.update(must(first, 'a tag').id, { color: 'weld', name: 'Same' })
    const other = await tags.update(must(second, 'another').id, { color: 'indigo' })
    const { page, problems } = await site.openSignedIn('/collections/tags?sort=["slug"]&limit=50')
    await page.getByRole('checkbox', { name: 'Select Same' }).click()
    await page.getByRole('checkbox', { name: `Select ${must(second, 'another').name}` }).click()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 documents' })
    await chooseField(dialog, 'Field to change', 'Name')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Same')
    await dialog.getByRole('button', { name: 'Change another field' }).click()
    await dialog.getByRole('combobox', { name: 'Color' }).selectOption('weld')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByText('1 document will change').waitFor()
    await dialog.getByText('1 document already has these values').waitFor()
    await dialog.getByRole('heading', { name: must(second, 'another').name }).waitFor()
    await dialog.getByText('Indigo').waitFor()
    await expectAccessible(page)
    expect(await tags.findOne(must(second, 'another').id)).toMatchObject({ color: 'indigo' })
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Same')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 changed').waitFor()
    expect(await tags.findOne(must(second, 'another').id)).toMatchObject({
      color: 'weld',
      name: 'Same',
      revision: other['revision'] + 1,
    })
    expect(await tags.findOne(must(first, 'a tag').id)).toMatchObject({ revision: kept['revision'] })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 as before').waitFor()
    expect(await tags.findOne(must(second, 'another').id)).toMatchObject({
      color: 'indigo',
      name: must(second, 'another').name,
    })
    expect(problems).toEqual([])
  })

  it('edit all matches beyond the page, in the language of the list', async () => {
    const posts = must(site.app.local.asSystem().collections['posts'], 'the posts')
    const { count } = await posts.count({ draft: true })
    const { page, problems } = await site.openSignedIn('/collections/posts?limit=5&locale=de')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByText('5 selected').waitFor()
    await page.getByRole('button', { name: `Select all ${count} that match` }).click()
    await page.getByText(`${count} selected`).waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${count} documents` })
    await chooseField(dialog, 'Field to change', 'Excerpt')
    await dialog.getByText('DE', { exact: true }).waitFor()
    await dialog.getByRole('textbox').fill('Kurz gesagt')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByText(`${count} documents will change`).waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(`${count} changed`).waitFor()
    const excerpts = async (locale: string) =>
      (await posts.count({ draft: true, locale, where: { excerpt: { equals: 'Kurz gesagt' } } })).count
    expect(await excerpts('de')).toBe(count)
    expect(await excerpts('en')).toBe(0)

    // Documents that a filter hides are not selected any more.
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByText('5 selected').waitFor()
    await page.getByRole('searchbox').fill('zzz')
    await page.getByText('5 selected').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('keep the columns that the user chose', async () => {
    const { page } = await site.openSignedIn('/collections/tags')
    await page.getByRole('columnheader', { name: 'Name' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Created' }).click()
    await page.getByRole('columnheader', { name: 'Created' }).waitFor()
    const again = await site.openSignedIn('/collections/tags')
    await again.page.getByRole('columnheader', { name: 'Created' }).waitFor()
  })

  it('fit a phone, in dark mode and in German', async () => {
    const options = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' as const }
    const { page } = await site.openSignedIn('/collections/posts', options)
    await page.getByText('1–25 of 30').waitFor()
    await expectFitting(page)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ines Albrecht' }).click()
    await page.getByRole('menuitem', { name: 'Language' }).click()
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await page.getByLabel('Sprache', { exact: true }).waitFor()
    await page.goBack()
    await page.getByText('1–25 von 30').waitFor()
    const opened = (search: Record<string, unknown>) => {
      const asked = Object.entries(search).map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`)
      return page.goto(`${site.url}/admin/collections/posts?${asked.join('&')}`)
    }
    // Earlier tests have changed them all.
    const posts = site.app.local.asSystem().collection('posts')
    const { docs } = await posts.find({ limit: 1, draft: true })
    await posts.publish(must(docs[0], 'a post').id)
    await opened({ columns: ['_title', '_status'] })
    await page.getByText('Veröffentlicht', { exact: true }).first().waitFor()
    const cut = `[...document.querySelectorAll('td')].filter((cell) => cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth)`
    await expect.poll(() => page.evaluate(`${cut}.map((cell) => cell.textContent)`)).toEqual([])
    // Also in columns that only show whether there is a value.
    await opened({ filter: [[['cover', 'exists', false]]] })
    await page.getByText('Titelbild ist nicht ausgefüllt').waitFor()
  })
})

/** Methods of a collection with a trash; only the configuration says whether it has one. */
const withTrash = (collection: object) => collection as { readonly restoreDeleted: (id: string) => Promise<unknown> }
