// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { everyField } from './every-field.ts'

const browser = findBrowser()

const text = (words: string) => ({ type: 'text', text: words })
const paragraph = (words: string) => ({ type: 'paragraph', content: [text(words)] })

describe.skipIf(browser === null)('the tools of the rich-text editor', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', everyField)
  }, 120_000)
  afterAll(() => site.close())

  const works = () => must(site.app.local.asSystem().collections['works'], 'works')
  async function open(...content: object[]) {
    const { id } = await works().create({
      title: 'A text',
      ...(content.length > 0 && { body: { type: 'doc', content } as never }),
    })
    const { page, problems } = await site.openSignedIn(`/collections/works/${id}`)
    const body = page.locator('[data-field="body"]').getByRole('textbox')
    await body.waitFor()
    return { page, problems, body, stored: () => storedBody(page, id) }
  }
  async function storedBody(page: Page, id: string): Promise<unknown> {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await works().findOne(id, {})).revision).toBe(2)
    return (await works().findOne(id, {}))['body']
  }

  it('creates a link with Ctrl+K in a text, and opens the palette with it elsewhere', async () => {
    const { page, body, stored } = await open(paragraph('Ink'))
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Link' })
    await dialog.getByLabel('Address').fill('example.com')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    expect(await stored()).toMatchObject({
      content: [{ content: [{ text: 'Ink', marks: [{ type: 'link', attrs: { href: 'https://example.com' } }] }] }],
    })
    await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Save' }).first().waitFor()
    expect(await page.getByRole('dialog', { name: 'Link' }).count()).toBe(0)
  })

  it('shows a link to a document, which has no URL, and keeps it', async () => {
    const { id: value } = await works().create({ title: 'Another' })
    const link = { type: 'link', attrs: { relationTo: 'works', value } }
    const named = { type: 'paragraph', content: [{ ...text('Another work'), marks: [link] }] }
    const { page, problems, body, stored } = await open(named, paragraph('The end'))
    await body.getByText('The end').click()
    await page.keyboard.press('End')
    await page.keyboard.type('.')
    expect(await stored()).toEqual({ type: 'doc', content: [named, paragraph('The end.')] })
    expect(problems).toEqual([])
  })

  it('keeps the toolbar below the top bar, and the slash menu inside the window', async () => {
    const { page, body } = await open(...Array.from({ length: 60 }, (_, index) => paragraph(`Line ${index}`)))
    await body.getByText('Line 40').click()
    const below = await page.evaluate(`(() => {
      const bar = document.querySelector('header').getBoundingClientRect()
      const tools = document.querySelector('[data-field="body"] [role=toolbar]').getBoundingClientRect()
      return [tools.top >= bar.bottom, tools.top < bar.bottom + 20]
    })()`)
    expect(below).toEqual([true, true])

    await page.keyboard.press('End')
    await page.evaluate(
      `document.querySelector('[data-field="body"] [role=textbox]').children[40].scrollIntoView({ block: 'end' })`,
    )
    await page.keyboard.type(' /')
    const menu = page.getByRole('listbox', { name: 'Insert' })
    await menu.waitFor()
    for (let step = 0; step < 11; step++) await page.keyboard.press('ArrowDown')
    const isSeen = await page.evaluate(`(() => {
      const menu = document.querySelector('[role=listbox]').getBoundingClientRect()
      const chosen = document.querySelector('[role=option][aria-selected=true]').getBoundingClientRect()
      return [menu.top >= 0, menu.bottom <= innerHeight, chosen.top >= menu.top - 1, chosen.bottom <= menu.bottom + 1]
    })()`)
    expect(isSeen).toEqual([true, true, true, true])
  })

  it('adds a language and syntax colours to code, which are not part of the content', async () => {
    const { page, body, stored, problems } = await open({ type: 'codeBlock', content: [text('const a = "x" // y')] })
    await body.locator('pre').click()
    const field = page.locator('[data-field="body"]')
    await field.getByLabel('Programming language').selectOption('TypeScript')
    await expect.poll(() => body.locator('pre span').allTextContents()).toEqual(['const', '"x"', '// y'])
    await expectAccessible(page)
    expect(await stored()).toEqual({
      type: 'doc',
      content: [{ type: 'codeBlock', attrs: { language: 'typescript' }, content: [text('const a = "x" // y')] }],
    })
    expect(problems).toEqual([])
  })

  it('describes a picture', async () => {
    const { page, body, stored } = await open({ type: 'image', attrs: { src: '/favicon.png' } }, paragraph('After'))
    await body.locator('img').click()
    await page.locator('[data-field="body"]').getByRole('button', { name: 'Describe the picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Describe the picture' })
    await dialog.getByLabel('Alternative text').fill('A hill')
    await dialog.getByLabel('Caption').fill('In spring')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await body.locator('figcaption').getByText('In spring').waitFor()
    expect(await stored()).toMatchObject({
      content: [{ type: 'image', attrs: { src: '/favicon.png', alt: 'A hill', caption: 'In spring' } }, {}],
    })
  })
})
