// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'

const browser = findBrowser()

const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"%3E%3Crect width="12" height="8" fill="teal"/%3E%3C/svg%3E'

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    pages: collection({
      fields: {
        title: f.text(),
        steps: f.array({ fields: { kind: f.select({ options: ['cut', 'fold'] }), what: f.text() } }),
        sections: f.blocks({
          blocks: {
            words: { label: 'Long text', admin: { group: 'Text' }, fields: { body: f.richText(), note: f.text() } },
            quote: { admin: { group: 'Text' }, fields: { text: f.text(), by: f.text() } },
            hero: { label: 'Opening', admin: { group: 'Start', picture: PICTURE }, fields: { heading: f.text() } },
            code: { fields: { source: f.code({ language: 'ts' }) } },
            fixed: { fields: { shown: f.text({ admin: { readOnly: true } }), written: f.text() } },
          },
        }),
      },
    }),
  },
})

describe.skipIf(browser === null)('sections and rows in a browser', () => {
  let site: AdminSite
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
    const { id } = await must(site.app.local.asSystem().collections['pages'], 'pages').create({ title: 'A page' })
    ;({ page, problems } = await site.openSignedIn(`/collections/pages/${id}`))
  }, 120_000)
  afterAll(() => site.close())

  const sections = () => page.locator('[data-field="sections"]')
  const picker = () => page.getByRole('dialog', { name: 'Choose a section' })
  const focused = (): Promise<string | null> =>
    page.evaluate('document.activeElement.closest("[data-field]")?.getAttribute("data-field") ?? null')

  async function open(): Promise<void> {
    await sections().getByRole('button', { name: 'Add to Sections' }).click()
    await picker().waitFor()
  }

  it('are chosen by group, picture and words, and can be edited at once', async () => {
    await open()
    const group = (name: string) => picker().getByRole('group', { name }).getByRole('button')
    expect(await group('Text').allTextContents()).toEqual(['Long text', 'Quote'])
    expect(await group('Start').allTextContents()).toEqual(['Opening'])
    expect(await picker().getByRole('button').allTextContents()).toEqual([
      'Code',
      'Fixed',
      'Long text',
      'Quote',
      'Opening',
    ])
    // One picture is the application's own, the others are drawn.
    expect(await picker().getByRole('button', { name: 'Opening' }).locator('img').getAttribute('src')).toBe(PICTURE)
    expect(await picker().getByRole('button', { name: 'Quote' }).locator('svg rect').count()).toBe(2)
    await expectAccessible(page)

    await page.keyboard.type('text quo')
    expect(await picker().getByRole('button').allTextContents()).toEqual(['Quote'])
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('sections.0.text')
    await page.keyboard.type('Folded once')
    await sections().getByRole('button', { name: 'Move Quote: Folded once' }).waitFor()
    expect(problems).toEqual([])
  })

  it('wait for an editor that is still loading', async () => {
    await open()
    await picker().getByRole('button', { name: 'Long text' }).click()
    await expect.poll(focused).toBe('sections.1.body')
    await page.keyboard.type('Typed at once')
    await sections().getByRole('button', { name: 'Move Long text: Typed at once' }).waitFor()
  })

  it('focus the first writable field', async () => {
    await open()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('sections.2.written')
  })

  it('leave the focus where it was if nothing is chosen', async () => {
    await open()
    await page.keyboard.type('nothing of the kind')
    await picker().getByText('No sections match.').waitFor()
    await page.keyboard.press('Escape')
    await picker().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add to Sections')
  })

  it('are labelled by their first text, not by a chosen value or their number', async () => {
    const steps = page.locator('[data-field="steps"]')
    await steps.getByRole('button', { name: 'Add to Steps' }).click()
    await expect.poll(focused).toBe('steps.0.kind')
    await steps.getByRole('button', { name: 'Move Row 1' }).waitFor()
    await steps.getByLabel('What').fill('Cut the sheets')
    await steps.getByRole('button', { name: 'Move Cut the sheets' }).waitFor()
  })

  it('are searched for text typed before the search has loaded, without other effects', async () => {
    const { id } = await must(site.app.local.asSystem().collections['pages'], 'pages').create({
      title: 'Typed early',
      sections: ['First', 'Second', 'Third'].map((text) => ({ blockType: 'quote', text })),
    })
    const { page: early } = await site.openSignedIn(`/collections/pages/${id}`)
    const third = early.locator('[data-row="sections.2"]')
    await third.waitFor()
    await early.waitForLoadState('networkidle')
    await early.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    const search = early.getByRole('dialog').getByRole('combobox')
    const title = early.getByRole('textbox', { name: 'Title' })
    await title.click()
    await early.keyboard.press('Control+g')
    await early.keyboard.type('second')
    await expect.poll(() => search.inputValue()).toBe('second')
    await early.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    expect(await title.inputValue()).toBe('Typed early')

    // X on the button, which has the focus once the menu is closed, would select the section.
    await third.getByRole('button', { name: /More actions/ }).click()
    await early.getByRole('menuitem', { name: 'Move to…' }).click()
    await early.keyboard.type('x')
    await expect.poll(() => search.inputValue()).toBe('x')
    await early.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    expect(await early.getByRole('toolbar', { name: 'Selection' }).count()).toBe(0)
  })

  it('can be chosen on a phone, in dark mode and right to left', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate('document.documentElement.dir = "rtl"')
    await open()
    await expectFitting(page)
    await expectAccessible(page)
  })
})
