import type { FieldNode, JsonObject, JsonValue } from '@quirecms/core'
import { describe, expect, test } from 'vitest'
import { eachObject, mapMatched, objectsIn, prefixInside } from '../../../packages/core/src/content/walk-content.ts'
import { books, field } from '../../engine/content/library.ts'

interface Seen {
  readonly names: readonly string[]
  readonly object: JsonObject
  readonly index: number | string | undefined
  readonly locale: string | undefined
}

function visited(path: string, value: JsonValue | undefined, byLocale = false): Seen[] {
  const seen: Seen[] = []
  eachObject(
    field(path),
    value,
    byLocale,
    (fields, object, state, index, locale) => {
      state.push({ names: fields.map((node) => node.name), object, index, locale })
    },
    seen,
  )
  return seen
}

describe('the objects in a value', () => {
  test('a group is one, without a position in a list', () => {
    const seo = { title: 'T', image: { alt: 'A' } }
    const [only, ...others] = visited('seo', seo)
    expect(only).toEqual({ names: ['title', 'image'], object: seo, index: undefined, locale: undefined })
    expect(only?.object).toBe(seo)
    expect(others).toEqual([])
  })

  test('each row is one, with its position', () => {
    const rows = [{ id: 'a', label: 'A' }, { id: 'b' }]
    expect(visited('links', rows)).toEqual([
      { names: ['label', 'meta'], object: rows[0], index: 0, locale: undefined },
      { names: ['label', 'meta'], object: rows[1], index: 1, locale: undefined },
    ])
  })

  test('each block is one, with the fields of its type', () => {
    const rows = [
      { id: 'a', blockType: 'gallery', images: [] },
      { id: 'b', blockType: 'quote', text: 'Q' },
    ]
    expect(visited('sections', rows).map(({ names }) => names)).toEqual([['images'], ['text']])
  })

  test('with all locales, those of each locale', () => {
    const quote = (text: string) => ({ id: text, blockType: 'quote', text })
    const value = { en: [quote('one'), quote('two')], de: [quote('eins')] }
    expect(
      visited('sections', value, true).map(({ object, index, locale }) => [object['text'], index, locale]),
    ).toEqual([
      ['one', 0, 'en'],
      ['two', 1, 'en'],
      ['eins', 0, 'de'],
    ])
  })

  test('of a localized field with a value from before it was localized', () => {
    const rows = [{ id: 'a', blockType: 'quote', text: 'Q' }]
    expect(visited('sections', rows, true)).toMatchObject([{ object: rows[0], index: 0, locale: undefined }])
  })

  test('of a field that is not localized do not depend on the locale', () => {
    expect(visited('seo', { en: {}, de: {} }, true)).toMatchObject([{ object: { en: {}, de: {} }, locale: undefined }])
  })
})

describe('there is no object', () => {
  const wrong: readonly (JsonValue | undefined)[] = [undefined, null, true, 0, 'text', '', [null, 'row', 1, [], [{}]]]

  for (const path of ['seo', 'links', 'sections', 'reviews']) {
    test.each(wrong)(`in "${path}": %j`, (value) => {
      expect(visited(path, value)).toEqual([])
      expect(visited(path, value, true)).toEqual([])
    })
  }

  test.each(wrong)('in one locale of several: %j', (value) => {
    if (value === undefined) return
    const row = { id: 'a', blockType: 'quote' }
    expect(visited('sections', { en: value, de: [row] }, true)).toMatchObject([{ object: row, locale: 'de' }])
  })

  test('in a list where a group belongs, and in an object where a list belongs', () => {
    expect(visited('seo', [{ title: 'T' }])).toEqual([])
    expect(visited('links', { label: 'L' })).toEqual([])
    expect(visited('sections', { blockType: 'quote' })).toEqual([])
  })

  test('in a plain, localized or computed value of any kind', () => {
    for (const path of ['title', 'summary', 'shelf']) {
      expect(visited(path, { row: 1 })).toEqual([])
      expect(visited(path, [{ row: 1 }], true)).toEqual([])
    }
  })

  test('for a block of an unknown type; the others keep their positions', () => {
    const types: readonly JsonValue[] = ['video', 'constructor', '__proto__', 'toString', '', null, 7, {}, ['quote']]
    const unknown = types.map((blockType): JsonObject => ({ id: 'x', blockType }))
    const known = { id: 'a', blockType: 'quote', text: 'Q' }
    expect(visited('sections', [...unknown, { id: 'y' }, known])).toMatchObject([
      { object: known, index: types.length + 1 },
    ])
  })
})

test('an asynchronous walk finds the same objects as a list', () => {
  const value = { en: [{ id: 'a', blockType: 'quote' }, 'no row'], de: [{ id: 'b', blockType: 'video' }] }
  const sections = field('sections')
  expect(objectsIn(sections, value, true)).toEqual([
    { fields: sections.blocks['quote'], object: value.en[0], index: 0 },
  ])
  expect(objectsIn(field('title'), 'text', true)).toEqual([])
})

test('a walk visits everything, with its path', () => {
  const doc: JsonObject = {
    title: 'T',
    summary: { en: 'S' },
    seo: { title: 'T', image: null },
    links: [{ id: '1', label: 'L', meta: { note: 'N' } }, null, { id: '2' }],
    sections: {
      en: [
        {
          id: '3',
          blockType: 'gallery',
          images: [
            { id: '4', alt: 'A', size: { width: 1 } },
            { id: '5', size: 2 },
          ],
        },
      ],
      de: [{ id: '6', blockType: 'quote', text: 'Q' }],
    },
    reviews: [
      { id: '7', blockType: 'gone', verdict: 1 },
      { id: '8', blockType: 'short', verdict: { de: 'V' } },
    ],
  }
  expect(pathsIn(books, doc, { found: [], prefix: '' })).toEqual([
    'title=T',
    'summary={"en":"S"}',
    'seo.title=T',
    'links.0.label=L',
    'links.0.meta.note=N',
    'sections.0.images.0.alt=A',
    'sections.0.images.0.size.width=1',
    'sections.0.text=Q',
    'reviews.1.verdict={"de":"V"}',
  ])
})

interface Way {
  readonly found: string[]
  readonly prefix: string
}

function pathsIn(fields: readonly FieldNode[], object: JsonObject, way: Way): readonly string[] {
  for (const node of fields) {
    const path = way.prefix + node.name
    const value = object[node.name]
    if (node.structure === 'value' && value !== undefined)
      way.found.push(`${path}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    eachObject(
      node,
      value,
      true,
      (below, inner, found, index) => void pathsIn(below, inner, { found, prefix: prefixInside(path, index) }),
      way.found,
    )
  }
  return way.found
}

describe('a client’s value, mapped with the stored one', () => {
  const seen = (path: string, value: JsonValue, stored?: JsonValue) => {
    const matches: (JsonObject | null)[] = []
    const mapped = mapMatched(field(path), value, stored, ({ object, match }) => {
      matches.push(match)
      return { ...object, isMapped: true }
    })
    return { mapped, matches }
  }

  test('rows are matched by id and block type; what is no row stays for validation', () => {
    const stored = [
      { id: 'a', blockType: 'quote', text: 'before' },
      { id: 'b', blockType: 'quote' },
    ]
    const value = [{ id: 'a', blockType: 'quote' }, 'no row', { id: 'b', blockType: 'gallery' }, { blockType: 'gone' }]
    expect(seen('sections', value, stored)).toEqual({
      mapped: [
        { id: 'a', blockType: 'quote', isMapped: true },
        'no row',
        { id: 'b', blockType: 'gallery', isMapped: true },
        { blockType: 'gone', isMapped: true },
      ],
      matches: [stored[0], null, null],
    })
    expect(seen('sections', 'no list').mapped).toBe('no list')
  })

  test('a group is matched with the group, a value with nothing', () => {
    expect(seen('seo', {}, { title: 'T' })).toEqual({ mapped: { isMapped: true }, matches: [{ title: 'T' }] })
    expect(seen('seo', null, { title: 'T' })).toEqual({ mapped: null, matches: [] })
    expect(seen('title', { id: 'a' }, 'T')).toEqual({ mapped: { id: 'a' }, matches: [] })
  })
})
