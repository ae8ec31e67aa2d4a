// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { chooseField } from './choose-field.ts'
import { everyField } from './every-field.ts'

const browser = findBrowser()

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(browser === null)('every field type in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', everyField)
  }, 120_000)
  afterAll(() => site.close())

  const collection = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
  const named = async (slug: string, ...names: string[]) => {
    const made: string[] = []
    for (const name of names) made.push((await collection(slug).create({ name })).id)
    return made
  }

  it('is entered, saved and read back unchanged', async () => {
    const [ines, wen] = await named('people', 'Ines Albrecht', 'Wen Zhao')
    const [print, craft] = await named('topics', 'Print', 'Craft')
    const { page, problems } = await site.openSignedIn('/collections/works/new', { timezoneId: 'Europe/Berlin' })
    const field = (path: string) => page.locator(`[data-field="${path}"]`)
    const box = (path: string) => field(path).locator('input, textarea').first()

    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Printing the web')
    await enterScalars(page)
    await writeRichText(page)

    await choose(page, 'author', 'Ines')
    await choose(page, 'topics', 'Print')
    await choose(page, 'topics', 'Craft')
    await choose(page, 'about', 'Wen')
    await choose(page, 'about', 'Craft')
    await field('topics').getByRole('button', { name: 'Craft', exact: true }).press('Alt+ArrowLeft')

    const picture = { name: 'hill.png', mimeType: 'image/png', buffer: PIXEL }
    await field('cover').locator('input[type=file]').setInputFiles(picture)
    await field('cover').getByRole('button', { name: 'Remove: hill.png' }).waitFor()
    await field('pictures').getByRole('button', { name: 'Choose from the library' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'hill.png' }).click()
    await field('pictures').getByRole('button', { name: 'Remove: hill.png' }).waitFor()

    await box('seo.description').fill('Once a year')
    await field('seo.isHidden').getByRole('checkbox').click()
    await enterRows(page)

    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/works\/[0-9a-f-]{36}/)
    const id = must(/works\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
    const { docs: files } = await collection('media').find({})
    const media = must(files[0], 'the picture').id
    const stored = await collection('works').findOne(id, {})
    expect(stored).toMatchObject({
      title: 'Printing the web',
      slug: 'printing-the-web',
      ...SCALARS,
      body: RICH_TEXT,
      author: ines,
      topics: [craft, print],
      about: [
        { relationTo: 'people', value: wen },
        { relationTo: 'topics', value: craft },
      ],
      cover: media,
      pictures: [media],
      seo: { description: 'Once a year', isHidden: true },
      links: [{ label: 'Example', url: 'https://example.com' }],
      sections: [
        { blockType: 'gallery', heading: 'Pictures', rows: [{ caption: 'One' }, { caption: 'One' }] },
        { blockType: 'quote', text: 'What has no end' },
      ],
      shout: 'PRINTING THE WEB',
    })

    await page.reload()
    await field('body').getByRole('textbox').getByText('bold').waitFor()
    await field('shout').getByText('PRINTING THE WEB').waitFor()
    await field('cover').getByRole('button', { name: 'Remove: hill.png' }).waitFor()
    await expectAccessible(page)
    // Viewing changes nothing: only the title is sent when only the title is edited.
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Printing the web, again')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await collection('works').findOne(id, {})).revision).toBe(2)
    const { title, shout, revision, updatedAt, ...rest } = await collection('works').findOne(id, {})
    expect(title).toBe('Printing the web, again')
    expect(stored).toMatchObject(rest)
    expect(problems).toEqual([])
  }, 180_000)

  it('is entered, listed and filtered with the component of a plugin', async () => {
    const { page, problems } = await site.openSignedIn('/collections/works/new')
    const tone = page.locator('[data-field="tone"]')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bright')
    await tone.getByRole('button', { name: '#0066cc' }).click()
    await expect.poll(() => tone.locator('input[type=color]').inputValue()).toBe('#0066cc')
    await tone.locator('input').last().fill('#F80')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/works\/[0-9a-f-]{36}/)
    const id = must(/works\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
    expect(await collection('works').findOne(id, {})).toMatchObject({ title: 'Bright', tone: '#ff8800' })
    await collection('works').create({ title: 'Dark', tone: '#111' })
    await page.goto(`${new URL(page.url()).origin}/admin/collections/works`)
    await page.getByRole('link', { name: 'Dark' }).waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await chooseField(page, 'Field', 'Tone › Lightness', 'lightness')
    await page.getByLabel('Condition').selectOption('greater_than')
    await page.getByLabel('Value').fill('0.5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /Tone › Lightness/ }).waitFor()
    await page.getByRole('link', { name: 'Bright' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Dark' }).count()).toBe(0)
    expect(problems).toEqual([])
  }, 180_000)

  it('adds to a join and removes from it at once', async () => {
    const [ada] = await named('people', 'Ada Lovelace')
    const work = await collection('works').create({ title: 'Notes' })
    const { page, problems } = await site.openSignedIn(`/collections/people/${ada}`)
    const join = page.locator('[data-field="works"]')
    await join.getByText('No works yet.').waitFor()
    await join.getByRole('button', { name: 'Add existing work' }).click()
    await join.getByRole('combobox').fill('Notes')
    await page.getByRole('option', { name: 'Notes' }).click()
    await join.getByRole('link', { name: 'Notes' }).waitFor()
    expect((await collection('works').findOne(work.id, {}))['author']).toBe(ada)
    await expectAccessible(page)
    await join.getByRole('button', { name: 'Remove Notes from the list' }).click()
    await join.getByText('No works yet.').waitFor()
    expect((await collection('works').findOne(work.id, {}))['author']).toBeNull()
    expect(problems).toEqual([])
  })

  it('shows at collapsed rows that they contain errors, and copies rows to another document', async () => {
    const from = await collection('works').create({ title: 'From', sections: [{ blockType: 'quote', text: 'Copied' }] })
    const to = await collection('works').create({ title: 'To' })
    const { page } = await site.openSignedIn(`/collections/works/${from.id}`)
    const sections = page.locator('[data-field="sections"]')
    // Rows far from the viewport have only their name.
    await sections.getByRole('button', { name: /^Quote/ }).scrollIntoViewIfNeeded()
    await sections.getByRole('button', { name: 'More actions for Quote' }).click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied. You can paste it').first().waitFor()
    await page.goto(`${site.url}/admin/collections/works/${to.id}`)
    await sections.getByRole('button', { name: 'Paste' }).click()
    await sections.getByLabel('Text').fill('')
    await sections.getByRole('button', { name: 'Quote', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await sections.getByText('1 problem').waitFor()
    await sections.getByLabel('Text').fill('Mended')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await collection('works').findOne(to.id, {}))['sections'])
      .toMatchObject([{ blockType: 'quote', text: 'Mended' }])
  }, 180_000)
})

const SCALARS = {
  words: ['ink', 'paper'],
  summary: 'A hundred copies.\nFolded by hand.',
  contact: 'ines@example.com',
  website: 'https://example.com',
  styles: '.page { color: red }',
  pages: 12,
  sizes: [1.5, 2],
  isPrinted: true,
  printedAt: '2026-03-01T08:30:00.000Z',
  bornOn: '1980-05-17',
  holidays: ['2026-12-24', '2026-01-01'],
  kind: 'letter',
  colours: ['blue', 'black'],
  meta: { a: [1, true], b: null },
  place: [11.5756, 48.1372],
}

async function enterScalars(page: Page): Promise<void> {
  const field = (path: string) => page.locator(`[data-field="${path}"]`)
  const box = (path: string) => field(path).locator('input, textarea').last()
  for (const [path, values] of [
    ['words', ['paper', 'ink']],
    ['sizes', ['1.5', '2']],
  ] as const) {
    for (const value of values) {
      await box(path).fill(value)
      await box(path).press('Enter')
    }
  }
  await field('words').getByRole('button', { name: 'ink', exact: true }).press('Alt+ArrowLeft')
  await box('summary').fill(SCALARS.summary)
  await box('contact').fill(SCALARS.contact)
  await box('website').fill(SCALARS.website)
  await box('styles').fill(SCALARS.styles)
  await box('pages').fill('12')
  await field('isPrinted').getByRole('checkbox').click()
  await field('printedAt').locator('input').first().fill('03/01/2026')
  await box('printedAt').fill('9:30 am')
  await box('bornOn').fill(SCALARS.bornOn)
  for (const day of SCALARS.holidays) {
    await box('holidays').fill(day)
    await field('holidays').getByRole('button', { name: 'Add a date' }).click()
  }
  await field('kind').locator('select').selectOption('letter')
  await choose(page, 'colours', 'Blue')
  await choose(page, 'colours', 'Black')
  await box('meta').fill('{"a": [1, true], "b":')
  await field('meta').getByText('Not valid JSON.').waitFor()
  await box('meta').fill('{"a": [1, true], "b": null}')
  await field('place').getByLabel('Longitude').fill('11.5756')
  await field('place').getByLabel('Latitude').fill('48.1372')
}

/** Types into a combobox, and picks the first option. */
async function choose(page: Page, path: string, name: string): Promise<void> {
  const input = page.locator(`[data-field="${path}"]`).getByRole('combobox')
  await input.fill(name)
  await page.getByRole('option', { name }).first().click()
  // Some stay open for more.
  await page.keyboard.press('Escape')
}

const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  text: words,
})

const cell = (type: string, ...content: object[]) => ({
  type,
  content: [{ type: 'paragraph', ...(content.length > 0 && { content }) }],
})

const RICH_TEXT = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('A title')] },
    { type: 'paragraph', content: [text('Some '), text('bold', 'bold'), text(' words')] },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('an item')] }] }],
    },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: ['x', 'y', 'z'].map((name) => cell('tableHeader', text(name))) },
        { type: 'tableRow', content: [cell('tableCell'), cell('tableCell'), cell('tableCell')] },
        { type: 'tableRow', content: [cell('tableCell'), cell('tableCell'), cell('tableCell')] },
      ],
    },
  ],
}

async function writeRichText(page: Page): Promise<void> {
  const body = page.locator('[data-field="body"]')
  await body.getByRole('textbox').click()
  const { keyboard } = page
  await keyboard.type('/head')
  await page.getByRole('listbox', { name: 'Insert' }).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.type('A title')
  await keyboard.press('Enter')
  await keyboard.type('Some ')
  await keyboard.press('Control+b')
  await keyboard.type('bold')
  await keyboard.press('Control+b')
  await keyboard.type(' words')
  await keyboard.press('Enter')
  await keyboard.type('- an item')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await body.getByRole('button', { name: 'Table', exact: true }).click()
  for (const name of ['x', 'y', 'z']) {
    await keyboard.type(name)
    await keyboard.press('Tab')
  }
}

async function enterRows(page: Page): Promise<void> {
  const links = page.locator('[data-field="links"]')
  await links.getByRole('button', { name: 'Add to Links' }).click()
  await links.getByLabel('Label').fill('Example')
  await links.getByLabel('Url').fill('https://example.com')

  const sections = page.locator('[data-field="sections"]')
  for (const kind of ['Quote', 'Gallery']) {
    await sections.getByRole('button', { name: 'Add to Sections' }).click()
    await page.getByRole('dialog').getByRole('button', { name: kind }).click()
  }
  await sections.getByLabel('Text').fill('What has no end')
  await sections.getByLabel('Heading').fill('Pictures')
  await sections.getByRole('button', { name: 'Add to Rows' }).click()
  await sections.getByLabel('Caption').fill('One')
  await sections.getByRole('button', { name: 'Duplicate: One' }).click()
  await sections.getByRole('button', { name: 'Move Gallery' }).press('Alt+ArrowUp')
}
