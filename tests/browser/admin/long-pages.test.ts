// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'
import { forgetRenders, noteRenders, renderedPaths } from './rendered-paths.ts'

const browser = findBrowser()

const SECTIONS = 300

const config = defineConfig({
  localization: { locales: ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'pt', 'ja', 'ar'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    pages: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ localized: true }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ localized: true }), by: f.text() } },
            words: { fields: { heading: f.text(), body: f.richText() } },
            cards: { fields: { heading: f.text(), cards: f.array({ fields: { name: f.text(), note: f.text() } }) } },
          },
        }),
      },
    }),
  },
})

function sectionOf(index: number) {
  if (index % 3 === 0) return { blockType: 'quote', text: `Quote ${index + 1}`, by: 'Ines' }
  if (index % 3 === 1) return { blockType: 'words', heading: `Words ${index + 1}`, body: text(`Body ${index + 1}`) }
  const cards = [{ name: `Card ${index + 1}a` }, { name: `Card ${index + 1}b` }]
  return { blockType: 'cards', heading: `Cards ${index + 1}`, cards }
}

function text(words: string) {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] }
}

describe.skipIf(browser === null)('a page of 300 sections', () => {
  let site: AdminSite
  let page: Page
  let problems: string[]
  let address: string

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
    const { id } = await must(site.app.local.asSystem().collections['pages'], 'pages').create({
      title: 'A long page',
      sections: Array.from({ length: SECTIONS }, (_, index) => sectionOf(index)),
    })
    address = `${site.url}/admin/collections/pages/${id}`
    ;({ page, problems } = await site.openSignedIn('/nowhere'))
    await noteRenders(page)
    await open()
  }, 120_000)
  afterAll(() => site.close())

  async function open(search = ''): Promise<void> {
    // Go elsewhere first: a reloaded page restores its scroll position.
    await page.goto('about:blank')
    await page.goto(`${address}${search}`)
    await page.locator('[data-row="sections.0"]').waitFor()
  }

  const sections = () => page.locator('[data-field="sections"]')
  const row = (index: number) => page.locator(`[data-row="sections.${index}"]`)
  const title = (index: number) => page.locator(`[data-fold="sections.${index}"]`)
  const input = (path: string) => page.locator(`[data-field="${path}"]`).locator('input, textarea').first()
  const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("data-fold")')
  const stored = async () => {
    const pages = must(site.app.local.asSystem().collections['pages'], 'pages')
    const [doc] = (await pages.find({ draft: true })).docs
    return (doc?.['sections'] ?? []) as { blockType: string; text?: string; heading?: string }[]
  }
  const firstWords = async (count: number) =>
    (await stored()).slice(0, count).map((one) => one.text ?? one.heading ?? '')

  async function save(): Promise<void> {
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: false }).first().waitFor()
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)
  }

  /** Rendered paths of one more key in the same input. */
  async function rendersOfKey(path: string): Promise<string[]> {
    await input(path).focus()
    await page.keyboard.press('End')
    await page.keyboard.type('a')
    await page.getByText('Not saved yet').first().waitFor()
    const before = await input(path).inputValue()
    await forgetRenders(page)
    await page.keyboard.type('b')
    await expect.poll(() => input(path).inputValue()).toBe(`${before}b`)
    return renderedPaths(page)
  }

  it('renders controls only for visible sections, and no fields of closed ones', async () => {
    expect(await page.locator('[data-row]').count()).toBe(SECTIONS)
    expect(await title(SECTIONS - 1).textContent()).toContain('Cards 300')
    expect(await sections().locator('input, textarea, [contenteditable]').count()).toBe(0)
    expect(
      await sections()
        .getByRole('button', { name: /^Move / })
        .count(),
    ).toBeLessThan(60)
    expect(problems).toEqual([])
  })

  it('renders only the edited field on a keystroke, and not the list', async () => {
    await title(150).scrollIntoViewIfNeeded()
    await title(150).click()
    const rendered = await rendersOfKey('sections.150.text')
    expect(rendered).toContain('sections.150.text')
    // The head of the section shows its first text.
    expect(rendered.filter((path) => path !== 'sections.150.text' && path !== 'sections.150')).toEqual([])
    expect(await rendersOfKey('sections.150.by')).toEqual(['sections.150.by'])
  })

  it('renders no section on a keystroke in the title', async () => {
    expect((await rendersOfKey('title')).filter((path) => path.startsWith('sections'))).toEqual([])
    await save()
  })

  it('renders one row on a keystroke in a list inside a section', async () => {
    await title(2).click()
    await input('sections.2.cards.0.name').waitFor()
    const rendered = await rendersOfKey('sections.2.cards.1.name')
    const expected = ['sections.2.cards.1', 'sections.2.cards.1.name']
    expect(rendered.filter((path) => !expected.includes(path))).toEqual([])
  })

  it('sends the changed section, and only the ids of the others', async () => {
    const request = page.waitForRequest((one) => one.method() === 'PATCH')
    await input('sections.2.heading').fill('Changed')
    const sent = (await request).postDataJSON() as { sections: Record<string, unknown>[] }
    expect(Object.keys(sent)).toEqual(['sections'])
    expect(sent.sections).toHaveLength(SECTIONS)
    const changed = sent.sections.filter((section) => Object.keys(section).length > 2)
    expect(changed).toMatchObject([{ blockType: 'cards', heading: 'Changed' }])
    await expect.poll(async () => (await stored())[2]?.heading).toBe('Changed')
    expect((await stored())[149]).toMatchObject({ blockType: 'cards', heading: 'Cards 150' })
  })

  it('goes to a section by its name, with the keyboard alone', async () => {
    await page.keyboard.press('Control+g')
    const panel = page.getByRole('dialog', { name: 'Go to section…' })
    await panel.waitFor()
    expect(await panel.getByRole('option').count()).toBeGreaterThanOrEqual(SECTIONS)
    await expectAccessible(page, { only: ['label', 'aria-required-children', 'aria-input-field-name'] })
    await page.keyboard.type('words 200')
    await expect.poll(() => panel.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('sections.199')
    expect(await title(199).getAttribute('aria-expanded')).toBe('true')
    await page.locator('[data-field="sections.199.body"] [contenteditable="true"]').waitFor()
  })

  it('goes to rows inside a section', async () => {
    await page.keyboard.press('Control+g')
    await page.keyboard.type('card 249b')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('sections.248.cards.1')
  })

  it('expands all, and creates fields when they become visible', async () => {
    await open()
    await sections().getByRole('button', { name: 'More actions for Sections' }).first().click()
    await page.getByRole('menuitem', { name: 'Expand all' }).click()
    await page.locator('[data-field="sections.0.text"]').waitFor()
    expect(await page.locator('[data-row="sections.290"] input').count()).toBe(0)
    // The browser's search still finds their texts.
    expect(await row(289).textContent()).toContain('Body 290')
    await row(289).scrollIntoViewIfNeeded()
    await page.locator('[data-field="sections.289.body"] [contenteditable="true"]').waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await sections().getByRole('button', { name: 'More actions for Sections' }).first().click()
    await page.getByRole('menuitem', { name: 'Collapse all' }).click()
    await expect.poll(() => title(0).getAttribute('aria-expanded')).toBe('false')
  })

  it('contains the texts of folded sections for the browser’s search, which opens them', async () => {
    await open()
    const hidden = row(289).locator('[hidden="until-found"]')
    await expect.poll(() => hidden.textContent()).toContain('Body 290')
    expect(await title(289).getAttribute('aria-expanded')).toBe('false')
    // As the browser does for a match in it.
    await hidden.dispatchEvent('beforematch')
    await expect.poll(() => title(289).getAttribute('aria-expanded')).toBe('true')
    await page.locator('[data-field="sections.289.body"] [contenteditable="true"]').waitFor()
  })

  it('moves a section after any other of its list, by name', async () => {
    await open()
    const names = () => firstWords(3)
    const [first = '', second = ''] = await names()
    await row(0)
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Move / })
    await dialog.locator('input:focus').waitFor()
    await page.keyboard.type('cards 300')
    await expect.poll(() => dialog.getByRole('option').count()).toBe(1)
    await expectAccessible(page, { only: ['label', 'aria-required-children', 'aria-input-field-name'] })
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe(`sections.${SECTIONS - 1}`)
    await save()
    expect((await names())[0]).toBe(second)
    await page.keyboard.press('Control+z')
    await save()
    expect((await names())[0]).toBe(first)
  })

  it('selects several with the keyboard, to move, duplicate and remove them', async () => {
    await open()
    await title(0).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await bar.getByText('2 selected').waitFor()
    await expectAccessible(page, { except: ['color-contrast'] })
    await bar.getByRole('button', { name: 'Move down' }).click()
    await save()
    await expect.poll(() => firstWords(4)).toEqual(['Changed', 'Quote 1', 'Words 2', 'Quote 4'])
    await bar.getByRole('button', { name: 'Duplicate' }).click()
    await bar.getByText('2 selected').waitFor()
    await save()
    await expect.poll(() => firstWords(5)).toEqual(['Changed', 'Quote 1', 'Words 2', 'Quote 1', 'Words 2'])
    await bar.getByRole('button', { name: 'Remove' }).click()
    await bar.waitFor({ state: 'detached' })
    await save()
    await expect.poll(() => firstWords(4)).toEqual(['Changed', 'Quote 1', 'Words 2', 'Quote 4'])
    expect((await stored()).length).toBe(SECTIONS)
  })

  it('selects a range with Shift and the mouse', async () => {
    await open()
    await title(1).click({ modifiers: ['Shift'] })
    await title(4).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    expect(await title(4).getAttribute('aria-expanded')).toBe('false')
    await title(4).focus()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor({ state: 'detached' })
  })

  it('renders one field beside another language, too', async () => {
    await open('?locale=fr&beside=de')
    await page.getByRole('region', { name: 'Translation' }).waitFor()
    await title(3).click()
    const rendered = await rendersOfKey('sections.3.text')
    expect(rendered.filter((path) => path !== 'sections.3.text' && path !== 'sections.3')).toEqual([])
    await save()
  })

  it('has an outline on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await open()
    await sections().getByRole('button', { name: 'Go to section…' }).click()
    const panel = page.getByRole('dialog', { name: 'Go to section…' })
    await panel.getByRole('option').first().waitFor()
    await expectFitting(page)
    await panel.getByRole('option', { name: 'Cards 300' }).click()
    await expect.poll(focused).toBe(`sections.${SECTIONS - 1}`)
    expect(problems).toEqual([])
  })
})
