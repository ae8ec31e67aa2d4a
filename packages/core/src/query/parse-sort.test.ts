import { describe, expect, it } from 'vitest'
import { EVERY_LOCALE, GERMAN, issuesOf, rootOf } from '../../../../tests/unit/journal.ts'
import { asksForOrder, configuredSort, DEFAULT_SORT, MOST_SORT_KEYS, parseSort } from './parse-sort.ts'

const short = (sort: unknown, scope = rootOf()) =>
  parseSort(sort, scope).map(({ path, descending, alternatives = [] }) => {
    const names = path.steps.map((step) => ('name' in step ? step.name : step.kind))
    return `${descending ? '-' : ''}${names.join('.')}:${path.storedAs}${alternatives.length > 0 ? `+${alternatives.length}` : ''}`
  })

describe('a sort', () => {
  it.each<[string, unknown, string[]]>([
    ['takes one field', 'title', ['title:text']],
    ['takes a field in descending order', '-views', ['-views:number']],
    ['takes several fields in their order', ['kind', '-title'], ['kind:text', '-title:text']],
    ['takes system fields', ['-createdAt', 'id', 'revision'], ['-createdAt:text', 'id:text', 'revision:number']],
    ['takes a date as text', 'at', ['at:text']],
    ['takes a field of a group', 'seo.score', ['seo.score:number']],
    ['follows a relationship to one collection', 'author.name', ['author.hop.name:text']],
    ['takes a boolean', 'done', ['done:boolean']],
    ['takes the id of a relationship', 'author', ['author:text']],
  ])('%s', (_, sort, keys) => expect(short(sort)).toEqual(keys))

  it('takes a localized field in the locale of the call, with its fallbacks', () => {
    const [key] = parseSort('name', rootOf('posts', GERMAN))
    expect(key?.path.steps.at(-1)).toEqual({ kind: 'locale', chain: ['de', 'en'] })
  })

  it('takes a localized field in a named locale if the call reads all locales', () => {
    const [key] = parseSort('name.fr', rootOf('posts', EVERY_LOCALE))
    expect(key?.path.steps.at(-1)).toEqual({ kind: 'locale', chain: ['fr'] })
  })

  it.each<[string, unknown, string, string]>([
    ['an unknown field', 'nothing', 'unknown_field', 'sort.nothing'],
    ['two signs', '--title', 'unknown_field', 'sort.-title'],
    ['a plus sign', '+title', 'unknown_field', 'sort.+title'],
    ['the empty text', '', 'unknown_field', 'sort.'],
    ['a number', 5, 'type', 'sort'],
    ['null', null, 'type', 'sort'],
    ['a list of labels', 'labels', 'type', 'sort.labels'],
    ['a value of rows', 'rows.label', 'type', 'sort.rows.label'],
    ['a value of blocks', 'sections.quote.text', 'type', 'sort.sections.quote.text'],
    ['a list of rows', 'rows', 'type', 'sort.rows'],
    ['a value of many documents', 'editors.name', 'type', 'sort.editors.name'],
    ['a point', 'place', 'type', 'sort.place'],
    ['JSON', 'extra', 'type', 'sort.extra'],
    ['a value in several collections', 'about.title', 'type', 'sort.about.title'],
    ['a group', 'seo', 'unknown_field', 'sort.seo'],
    ['a computed field', 'shown', 'unknown_field', 'sort.shown'],
    [
      'more steps than a path takes',
      'author.boss.boss.boss.boss.boss.name',
      'max',
      'sort.author.boss.boss.boss.boss.boss.name',
    ],
    ['more letters than a path has', 'x'.repeat(600), 'unknown_field', `sort.${'x'.repeat(64)}…`],
  ])('refuses %s', (_, sort, code, path) => {
    expect(issuesOf(() => parseSort(sort, rootOf()))).toEqual([{ code, path }])
  })

  it('reports all problems at once', () => {
    expect(issuesOf(() => parseSort(['x', 'title', 3, '-rows'], rootOf())).map(({ code }) => code)).toEqual([
      'unknown_field',
      'type',
      'type',
    ])
  })

  it('takes at most ten fields', () => {
    expect(MOST_SORT_KEYS).toBe(10)
    const keys = Array.from({ length: MOST_SORT_KEYS }, () => 'title')
    expect(parseSort(keys, rootOf())).toHaveLength(MOST_SORT_KEYS)
    expect(issuesOf(() => parseSort([...keys, 'title'], rootOf()))).toEqual([{ code: 'max', path: 'sort' }])
  })

  it('explains how to sort by several fields if they are separated by commas', () => {
    expect(() => parseSort('title,-views', rootOf())).toThrow('sort=title&sort=-createdAt')
  })

  it('does not reveal fields that the reader may not read', () => {
    const scope = { ...rootOf(), mayRead: ({ name }: { name: string }) => name !== 'title' }
    const message = (sort: string) => {
      try {
        return parseSort(sort, scope)
      } catch (error) {
        return (error as Error).message.replaceAll(sort, '?')
      }
    }
    expect(message('title')).toBe(message('nothing'))
  })
})

describe('whether a query has a sort', () => {
  it.each<[unknown, boolean]>([
    [undefined, false],
    [[], false],
    ['title', true],
    [['title'], true],
    ['', true],
    [null, true],
  ])('%j: %s', (sort, result) => expect(asksForOrder(sort)).toBe(result))
})

describe('a configured default sort', () => {
  it('applies as it is written', () => expect(configuredSort('title', rootOf())).toEqual(parseSort('title', rootOf())))
  it('is newest first for readers who may not read its fields', () => {
    const scope = { ...rootOf(), mayRead: () => false }
    expect(configuredSort('title', scope)).toBe(DEFAULT_SORT)
  })
})
