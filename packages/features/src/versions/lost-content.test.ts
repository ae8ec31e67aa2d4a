import { expect, test } from 'vitest'
import type { JsonObject } from '../../../core/src/contracts/json.ts'
import { f } from '../../../core/src/fields/index.ts'
import { resolveFields } from '../../../core/src/manifest/resolve-fields.ts'
import { losesContent } from './lost-content.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en', fallback: {} }
const definitions = {
  title: f.text(),
  teaser: f.textarea({ localized: true }),
  snippet: f.code(),
  tags: f.text({ many: true }),
  body: f.richText({ blocks: { quote: { fields: { words: f.textarea() } } } }),
  seo: f.group({ fields: { description: f.textarea() } }),
  links: f.array({ fields: { label: f.text(), notes: f.array({ fields: { note: f.text() } }) } }),
  chapters: f.array({ localized: true, fields: { heading: f.text() } }),
  sections: f.blocks({ blocks: { quote: { fields: { words: f.text() } }, picture: { fields: { alt: f.text() } } } }),
  slug: f.slug({ from: 'title' }),
  kind: f.select({ options: ['a longer choice', 'short'] }),
  place: f.json(),
}
const fields = resolveFields(definitions, localization, [])

const rich = (...texts: readonly string[]): JsonObject => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const withQuote = (id: string, words: string): JsonObject => ({
  type: 'doc',
  content: [{ type: 'block', attrs: { id, blockType: 'quote', data: { words } } }],
})
const row = (id: string, ...notes: readonly string[]): JsonObject => ({
  id,
  label: id,
  notes: notes.map((note) => ({ id: note, note })),
})

const cases: readonly (readonly [name: string, before: JsonObject, after: JsonObject, isLost: boolean])[] = [
  ['nothing changes', { title: 'One' }, { title: 'One' }, false],
  ['a text has exactly half of its length', { title: 'abcd' }, { title: 'xy' }, false],
  ['a text has less', { title: 'abcde' }, { title: 'ab' }, true],
  ['a text is another one of the same length', { title: 'One' }, { title: 'Two' }, false],
  ['the only letter goes', { title: 'a' }, { title: '' }, true],
  ['a text goes', { title: 'One' }, { title: null }, true],
  ['a text goes, with its key', { title: 'One' }, {}, true],
  ['there was none', { title: null }, { title: 'One' }, false],
  ['a translation shrinks', { teaser: { en: 'abcde', de: 'abcde' } }, { teaser: { en: 'abcde', de: 'ab' } }, true],
  ['a translation goes', { teaser: { en: 'abcde', de: 'a' } }, { teaser: { en: 'abcde' } }, true],
  ['a translation comes', { teaser: { en: 'abcde' } }, { teaser: { en: 'abcde', de: 'a' } }, false],
  ['code shrinks', { snippet: 'abcde' }, { snippet: 'ab' }, true],
  ['a list has less text', { tags: ['one', 'two', 'three'] }, { tags: ['one'] }, true],
  ['a list has most of its text', { tags: ['one', 'two', 'three'] }, { tags: ['one', 'three'] }, false],
  ['a rich text shrinks', { body: rich('One', 'Two', 'Three') }, { body: rich('One') }, true],
  ['a rich text has another form', { body: rich('One', 'Two') }, { body: rich('OneTwo') }, false],
  ['a rich text goes', { body: rich('One') }, { body: null }, true],
  ['a rich text was empty', { body: rich() }, { body: null }, false],
  ['a block of a rich text goes', { body: withQuote('q', '') }, { body: rich('Much more than before') }, true],
  ['a text in such a block shrinks', { body: withQuote('q', 'abcde') }, { body: withQuote('q', 'ab') }, true],
  ['a text in a group shrinks', { seo: { description: 'abcde' } }, { seo: { description: 'ab' } }, true],
  ['a group goes', { seo: { description: 'a' } }, { seo: null }, true],
  ['a row goes', { links: [row('a'), row('b')] }, { links: [row('b')] }, true],
  ['a row gives way to another', { links: [row('a')] }, { links: [row('b')] }, true],
  ['rows change places', { links: [row('a'), row('b')] }, { links: [row('b'), row('a')] }, false],
  ['a row comes', { links: [row('a')] }, { links: [row('b'), row('a')] }, false],
  ['a row inside of a row goes', { links: [row('a', 'n', 'm')] }, { links: [row('a', 'm')] }, true],
  ['a text in a row shrinks', { links: [{ id: 'a', label: 'abcde' }] }, { links: [{ id: 'a', label: 'ab' }] }, true],
  [
    'a row of a translation goes',
    { chapters: { en: [{ id: 'a' }], de: [{ id: 'a' }] } },
    { chapters: { en: [{ id: 'a' }], de: [] } },
    true,
  ],
  [
    'a block becomes another',
    { sections: [{ id: 'a', blockType: 'quote' }] },
    { sections: [{ id: 'a', blockType: 'picture' }] },
    true,
  ],
  ['a block of a type that is gone goes', { sections: [{ id: 'a', blockType: 'video' }] }, { sections: [] }, true],
  [
    'what is derived or chosen shrinks',
    { slug: 'abcde', kind: 'a longer choice' },
    { slug: 'a', kind: 'short' },
    false,
  ],
  ['other values go', { place: { a: 'abcde' } }, { place: null }, false],
]

test.each(cases)('%s', (_name, before, after, isLost) => {
  expect(losesContent(fields, before, after)).toBe(isLost)
})
