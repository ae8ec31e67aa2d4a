import { describe, expect, it } from 'vitest'
import { plainField } from '../../data/schema.ts'
import { dataOf, valueAtPath, valuesIn } from './bulk-paths.ts'
import { type FilterField, isComplete, readFilters, unknownPaths, whereOf } from './filter-model.ts'

const meanings = { scheduled: [], incomplete: (locale: string) => ({ lacks: locale }) }

describe('filters in an address', () => {
  it('become conditions of the service: groups joined by "or", then by "and"', () => {
    const filters = readFilters([
      [['size.height', 'greater_than', 3]],
      [
        ['title', 'like', 'a'],
        ['tags', 'contains', 'b'],
      ],
      [
        [
          'rows',
          'some',
          [
            ['name', 'equals', 'x'],
            ['pages', 'less_than', 2],
          ],
        ],
      ],
      [['rows', 'none', []]],
    ])
    expect(whereOf(filters, meanings)).toEqual([
      { 'size.height': { greater_than: 3 } },
      { or: [{ title: { like: 'a' } }, { tags: { contains: 'b' } }] },
      { rows: { some: { and: [{ name: { equals: 'x' } }, { pages: { less_than: 2 } }] } } },
      { rows: { none: { and: [] } } },
    ])
    expect(readFilters(JSON.parse(JSON.stringify(filters)))).toEqual(filters)
  })

  it.each([
    ['text'],
    [7],
    [{}],
    [[]],
    [['title']],
    [[['title']]],
    [[[7, 'equals', 1]]],
    [[['title', null, 1]]],
    [[[]]],
    [null],
    [undefined],
  ])('are ignored at %j', (given) => {
    expect(readFilters(given)).toEqual([])
  })

  it('keep the readable part of row filters', () => {
    expect(readFilters([[['rows', 'every', [['a', 'equals', 1], 'b', ['c']]]]])).toEqual([
      [['rows', 'every', [['a', 'equals', 1]]]],
    ])
    expect(readFilters([[['rows', 'some', 'x']]])).toEqual([[['rows', 'some', []]]])
  })

  it('report unknown names, also inside rows', () => {
    const known: FilterField = { field: plainField({ name: 'rows' }), operators: ['some'], inRow: () => [] }
    const filters = readFilters([[['rows', 'some', [['secret', 'equals', 1]]]], [['gone', 'exists', true]]])
    expect(unknownPaths(filters, (path) => (path === 'rows' ? known : undefined))).toEqual(['rows.secret', 'gone'])
  })

  it('are complete once they have all that they need', () => {
    expect(isComplete(['a', 'exists', false])).toBe(true)
    expect(isComplete(['a', 'equals', ''])).toBe(false)
    expect(isComplete(['a', 'near', [1, 2, null]])).toBe(false)
    expect(isComplete(['a', 'near', [1, 2, 3]])).toBe(true)
    expect(isComplete(['a', 'some', []])).toBe(false)
    expect(isComplete(['a', 'some', [['b', 'equals', undefined]]])).toBe(false)
    expect(isComplete(['a', 'some', [['b', 'equals', 1]]])).toBe(true)
  })
})

describe('values of a bulk edit', () => {
  it('are nested in their groups', () => {
    const data = dataOf([
      ['price.net', 3],
      ['price.deep.tax', 'half'],
      ['title', 'A'],
    ])
    expect(data).toEqual({ price: { net: 3, deep: { tax: 'half' } }, title: 'A' })
    expect(valueAtPath(data, 'price.deep.tax')).toBe('half')
    expect(valueAtPath({ price: null }, 'price.net')).toBeUndefined()
  })

  it('are named with their language where paths are', () => {
    const fields = [
      plainField({ name: 'title', localized: true }),
      plainField({
        name: 'seo',
        structure: 'group',
        fields: [plainField({ name: 'text', localized: true }), plainField({ name: 'index' })],
      }),
      plainField({ name: 'look', structure: 'group', localized: true }),
    ]
    const data = dataOf([
      ['title', 'A'],
      ['seo.text', 'B'],
      ['seo.index', true],
      ['look.mood', 'calm'],
    ])
    expect(valuesIn({ fields }, data, 'all', 'de')).toEqual({
      title: { de: 'A' },
      seo: { text: { de: 'B' }, index: true },
      look: { de: { mood: 'calm' } },
    })
    expect(valuesIn({ fields }, data, 'de', 'de')).toBe(data)
  })
})
