import { color } from '@quirecms/color'
import type { Locator, Page } from 'playwright-core'
import { f } from 'quirecms'
import type { FieldDefinition } from 'quirecms/plugin'
import { expect } from 'vitest'

/** Where a value is entered: the field of a form, and the page around it. */
export interface Place {
  readonly page: Page
  readonly field: Locator
}

/** How a user enters a value of one field type, and the stored and displayed result. */
export interface TypeEntry {
  readonly field: FieldDefinition
  /** With keyboard and mouse only: a value that a script sets doesn't test the input. */
  readonly enter: (place: Place) => Promise<void>
  /** For joins, which exist only after the document is stored. */
  readonly isEnteredLater?: true
  readonly stored: unknown
  /** As displayed after a reload. */
  readonly shown: (place: Place) => Promise<void>
}

/** Types a text key by key into a focused input. */
async function typeInto(box: Locator, text: string): Promise<void> {
  await box.click()
  await box.page().keyboard.type(text)
}

/** Types into a combobox, and picks the first option. */
async function choose({ page, field }: Place, name: string): Promise<void> {
  await typeInto(field.getByRole('combobox'), name)
  await page.getByRole('option', { name }).first().click()
  await page.keyboard.press('Escape')
}

const box = (field: Locator) => field.locator('input, textarea').last()

/** A type whose input is a text box that shows what was typed. */
function typed(field: FieldDefinition, text: string, stored: unknown = text, shown: string | RegExp = text): TypeEntry {
  return {
    field,
    stored,
    enter: (place) => typeInto(box(place.field), text),
    shown: (place) => expectValue(box(place.field), shown),
  }
}

async function expectValue(input: Locator, shown: string | RegExp): Promise<void> {
  await expect.poll(() => input.inputValue()).toMatch(shown instanceof RegExp ? shown : exactly(shown))
}

function exactly(text: string): RegExp {
  return new RegExp(`^${RegExp.escape(text)}$`)
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const A_TEXT = expect.any(String) as unknown
const AN_ID = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown

/** By type: the built-in ones, and one of a plugin. */
export const TYPE_ENTRIES: Readonly<Record<string, TypeEntry>> = {
  text: typed(f.text(), 'Printing the web'),
  textarea: typed(f.textarea(), 'Folded by hand'),
  email: typed(f.email(), 'ines@example.com'),
  url: typed(f.url(), 'https://example.com'),
  slug: typed(f.slug(), 'printing-the-web'),
  code: typed(f.code({ language: 'css' }), '.page { color: red }'),
  number: typed(f.number(), '12.5', 12.5),
  date: typed(f.date({ only: 'day' }), '5/17/1980', '1980-05-17', /^0?5\/17\/1980$/),
  json: typed(
    f.json(),
    '{"a": [1, true], "b": null}',
    { a: [1, true], b: null },
    /^\{\s*"a": \[\s*1,\s*true\s*\],\s*"b": null\s*\}$/,
  ),
  color: typed(color(), '#ff8800'),
  checkbox: {
    field: f.checkbox(),
    stored: true,
    enter: ({ field }) => field.getByRole('checkbox').click(),
    shown: async ({ field }) => expect.poll(() => field.getByRole('checkbox').isChecked()).toBe(true),
  },
  select: {
    field: f.select({ options: ['book', 'letter', 'map'] }),
    stored: 'letter',
    // Typing in a list of choices selects the first that begins with the text.
    enter: async ({ field, page }) => {
      await field.locator('select').focus()
      await page.keyboard.type('Lett')
    },
    shown: ({ field }) => expectValue(field.locator('select'), 'letter'),
  },
  point: {
    field: f.point(),
    stored: [11.5, -48.25],
    enter: async ({ field }) => {
      await typeInto(field.getByLabel('Longitude'), '11.5')
      await typeInto(field.getByLabel('Latitude'), '-48.25')
    },
    shown: async ({ field }) => {
      await expectValue(field.getByLabel('Longitude'), '11.5')
      await expectValue(field.getByLabel('Latitude'), '-48.25')
    },
  },
  richText: {
    field: f.richText(),
    stored: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Some words' }] }] },
    enter: ({ field }) => typeInto(field.getByRole('textbox'), 'Some words'),
    shown: async ({ field }) => field.getByRole('textbox').getByText('Some words').waitFor(),
  },
  relationship: {
    field: f.relationship({ to: 'people' }),
    stored: AN_ID,
    enter: (place) => choose(place, 'Ines'),
    shown: async ({ field }) => field.getByText('Ines Albrecht').first().waitFor(),
  },
  upload: {
    field: f.upload({ to: 'media' }),
    stored: AN_ID,
    // The file dialog of the system is not part of the page.
    enter: async ({ field }) => {
      await field.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL })
      await field.getByRole('button', { name: 'Remove: dot.png' }).waitFor()
    },
    shown: async ({ field }) => field.getByRole('button', { name: 'Remove: dot.png' }).waitFor(),
  },
  group: {
    field: f.group({ fields: { caption: f.text() } }),
    stored: { caption: 'Once a year' },
    enter: ({ field }) => typeInto(field.getByLabel('Caption'), 'Once a year'),
    shown: ({ field }) => expectValue(field.getByLabel('Caption'), 'Once a year'),
  },
  array: {
    field: f.array({ fields: { label: f.text() } }),
    stored: [{ id: A_TEXT, label: 'Example' }],
    enter: async ({ field }) => {
      await field.getByRole('button', { name: /^Add to / }).click()
      await typeInto(field.getByLabel('Label'), 'Example')
    },
    shown: ({ field }) => expectValue(field.getByLabel('Label'), 'Example'),
  },
  blocks: {
    field: f.blocks({ blocks: { quote: { fields: { words: f.text() } }, rule: { fields: {} } } }),
    stored: [{ id: A_TEXT, blockType: 'quote', words: 'What has no end' }],
    enter: async ({ field, page }) => {
      await field.getByRole('button', { name: /^Add to / }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Quote' }).click()
      await typeInto(field.getByLabel('Words'), 'What has no end')
    },
    shown: ({ field }) => expectValue(field.getByLabel('Words'), 'What has no end'),
  },
  join: {
    field: f.join({ collection: 'remarks', on: 'sample', writable: true }),
    isEnteredLater: true,
    stored: { docs: [AN_ID], totalDocs: 1, hasNextPage: false },
    enter: async (place) => {
      await place.field.getByRole('button', { name: /^Add existing / }).click()
      await choose(place, 'Well done')
      await place.field.getByRole('link', { name: 'Well done' }).waitFor()
    },
    shown: async ({ field }) => field.getByRole('link', { name: 'Well done' }).waitFor(),
  },
  virtual: {
    field: f.virtual({ value: ({ doc }) => JSON.stringify(doc['name']).toUpperCase() }),
    stored: '"A SAMPLE"',
    // Computed fields have no input.
    enter: async ({ field }) =>
      expect(await field.locator('input, textarea, select, [contenteditable=true]').count()).toBe(0),
    shown: async ({ field }) => field.getByText('A SAMPLE').waitFor(),
  },
}
