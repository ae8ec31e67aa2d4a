import type { JsonObject, JsonValue } from '@quirecms/core'
import { describe, expect, test } from 'vitest'
import { fieldsByName, flatten, hasLocalized, nodeAt, wayTo } from '../../../packages/core/src/content/field-tree.ts'
import { isObject } from '../../../packages/core/src/content/json-object.ts'
import {
  emptyValue,
  fieldsOfRow,
  isByLocale,
  isEmpty,
  mapLocales,
  mapRows,
  otherMembers,
  rowsById,
  rowsOf,
  sameRow,
  startRow,
} from '../../../packages/core/src/content/walk-content.ts'
import { books, field } from '../../engine/content/library.ts'

describe('rows', () => {
  test('are the objects of a list; other values have none', () => {
    expect(rowsOf([{ id: 'a' }, null, 'b', [{ id: 'c' }], { id: 'd' }])).toEqual([{ id: 'a' }, { id: 'd' }])
    for (const value of [undefined, null, 'text', 3, { id: 'a' }]) expect(rowsOf(value)).toEqual([])
  })

  test('have the fields of their list, and blocks those of their type', () => {
    expect(fieldsOfRow(field('links'), { blockType: 'quote' })).toBe(field('links').fields)
    expect(fieldsOfRow(field('sections'), { blockType: 'quote' })).toBe(field('sections').blocks['quote'])
    for (const blockType of ['video', 'constructor', '__proto__', null, 1])
      expect(fieldsOfRow(field('sections'), { blockType })).toBeUndefined()
    expect(fieldsOfRow(field('sections'), {})).toBeUndefined()
    expect(fieldsOfRow(field('seo'), { blockType: 'quote' })).toBeUndefined()
  })

  test('start with an id, and blocks with their type', () => {
    expect(startRow(field('links'), 'a', { blockType: 'quote', label: 'L' })).toEqual({ id: 'a' })
    expect(startRow(field('sections'), 'a', { blockType: 'quote', text: 'T' })).toEqual({ id: 'a', blockType: 'quote' })
    expect(startRow(field('sections'), null, {})).toEqual({ id: null, blockType: null })
    expect(['seo', 'links', 'sections'].map((path) => otherMembers(field(path)))).toEqual([
      [],
      ['id'],
      ['id', 'blockType'],
    ])
  })

  test('are rebuilt with their fields; those of an unknown block are omitted', () => {
    const value = [{ id: 'b', blockType: 'video' }, 'no row', { id: 'a', blockType: 'quote' }]
    const made = mapRows(field('sections'), value, (fields, row, index) => ({
      ...row,
      index,
      names: fields.map((node) => node.name),
    }))
    expect(made).toEqual([{ id: 'a', blockType: 'quote', index: 0, names: ['text'] }])
    expect(mapRows(field('sections'), { id: 'a' }, () => ({}))).toEqual([])
  })

  test('continue the stored row of the same id and type', () => {
    const stored = rowsById([{ id: 'a' }, { id: 'b', blockType: 'quote' }, { label: 'none' }, 'no row'])
    expect(sameRow({ id: 'a', label: 'L' }, stored)).toEqual({ id: 'a' })
    expect(sameRow({ id: 'b', blockType: 'quote' }, stored)).toEqual({ id: 'b', blockType: 'quote' })
    const others: readonly JsonObject[] = [
      { id: 'b', blockType: 'gallery' },
      { id: 'b' },
      { id: 'c' },
      { id: null },
      {},
    ]
    for (const given of others) expect(sameRow(given, stored)).toBeNull()
  })
})

describe('locales', () => {
  const told = (value: JsonValue, locale: string | undefined) => `${locale}:${JSON.stringify(value)}`

  test('are separate in a localized field, in content with all locales', () => {
    expect(isByLocale(field('summary'), { en: 'S' }, true)).toBe(true)
    expect(mapLocales(field('summary'), { en: 'S', de: null }, true, told)).toEqual({ en: 'en:"S"', de: 'de:null' })
  })

  test('nowhere else', () => {
    expect(mapLocales(field('summary'), 'S', false, told)).toBe('undefined:"S"')
    expect(mapLocales(field('summary'), { en: 'S' }, false, told)).toBe('undefined:{"en":"S"}')
    expect(mapLocales(field('seo'), { en: 'S' }, true, told)).toBe('undefined:{"en":"S"}')
    for (const value of [null, 'S', ['S']])
      expect(mapLocales(field('summary'), value, true, told)).toBe(`undefined:${JSON.stringify(value)}`)
  })
})

describe('the tree of fields', () => {
  test('contains every field once, each before those inside it', () => {
    const paths = flatten(books).map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.filter((path) => path.startsWith('sections'))).toEqual([
      'sections',
      'sections.quote.text',
      'sections.gallery.images',
      'sections.gallery.images.alt',
      'sections.gallery.images.size',
      'sections.gallery.images.size.width',
    ])
  })

  test('resolves a path to a field', () => {
    const way = wayTo(books, 'sections.gallery.images.size.width').map(({ path }) => path)
    expect(way).toEqual([
      'sections',
      'sections.gallery.images',
      'sections.gallery.images.size',
      'sections.gallery.images.size.width',
    ])
    expect(nodeAt(books, 'links.meta.note')?.name).toBe('note')
    for (const path of ['', 'x', 'seo.', 'seo.x', 'title.x', 'sections.quote', 'links.0.label', 'seotitle'])
      expect([wayTo(books, path), nodeAt(books, path)]).toEqual([[], undefined])
  })

  test('finds its fields by name, and no others', () => {
    expect(fieldsByName(books).get('links')).toBe(field('links'))
    expect(fieldsByName(books)).toBe(fieldsByName(books))
    for (const name of ['label', 'constructor', '__proto__']) expect(fieldsByName(books).has(name)).toBe(false)
  })

  test('is localized if any field in it is', () => {
    expect(['summary', 'sections', 'reviews'].map((path) => hasLocalized([field(path)]))).toEqual([true, true, true])
    expect(['title', 'seo', 'links'].map((path) => hasLocalized([field(path)]))).toEqual([false, false, false])
  })
})

describe('an empty value', () => {
  test('is not stored', () => {
    const paths = ['title', 'summary', 'seo', 'links', 'sections', 'reviews']
    expect(paths.map((path) => emptyValue(field(path)))).toEqual([
      null,
      {},
      { title: null, image: { alt: null } },
      [],
      {},
      [],
    ])
  })

  test('is null, an empty text, or no rows, and nothing else', () => {
    for (const value of [undefined, null, '', []]) expect(isEmpty(value)).toBe(true)
    for (const value of [0, false, ' ', [null], {}]) expect(isEmpty(value)).toBe(false)
  })

  test('is not an object with members', () => {
    expect([{}, { a: 1 }, Object.create(null)].map((value: unknown) => isObject(value))).toEqual([true, true, true])
    for (const value of [undefined, null, [], 'text', 1, () => 1]) expect(isObject(value)).toBe(false)
  })
})
