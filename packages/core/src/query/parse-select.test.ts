import { describe, expect, it } from 'vitest'
import { issuesOf, journal } from '../../../../tests/unit/journal.ts'
import { parseSelect } from './parse-select.ts'

const SYSTEM = ['id', 'createdAt']
const { fields } = journal.posts
const parse = (select: unknown, showHidden = false) => parseSelect(select, fields, SYSTEM, 'select', showHidden)

describe('a selection', () => {
  it.each<[string, unknown, ReturnType<typeof parse>]>([
    ['of nothing includes nothing', {}, { mode: 'include', tree: {} }],
    ['names fields', { title: true }, { mode: 'include', tree: { title: true } }],
    ['leaves fields out', { title: false }, { mode: 'exclude', tree: { title: true } }],
    ['names system fields', { id: true }, { mode: 'include', tree: { id: true } }],
    ['goes into groups', { seo: { note: true } }, { mode: 'include', tree: { seo: { note: true } } }],
    [
      'goes into rows, and may name their ids',
      { rows: { id: true, label: true } },
      { mode: 'include', tree: { rows: { id: true, label: true } } },
    ],
    [
      'goes into blocks by their types',
      { sections: { quote: { text: true, blockType: true }, figure: true } },
      { mode: 'include', tree: { sections: { quote: { text: true, blockType: true }, figure: true } } },
    ],
    ['names what is computed', { shown: true }, { mode: 'include', tree: { shown: true } }],
    ['leaves out deep down', { seo: { note: false } }, { mode: 'exclude', tree: { seo: { note: true } } }],
  ])('%s', (_, select, selection) => expect(parse(select)).toEqual(selection))

  it.each<[string, unknown, { code: string; path: string }[]]>([
    ['a list', ['title'], [{ code: 'type', path: 'select' }]],
    ['null', null, [{ code: 'type', path: 'select' }]],
    ['an unknown field', { nothing: true }, [{ code: 'unknown_field', path: 'select.nothing' }]],
    ['a path with dots', { 'seo.note': true }, [{ code: 'unknown_field', path: 'select.seo.note' }]],
    ['true beside false', { title: true, views: false }, [{ code: 'type', path: 'select' }]],
    ['true beside false deeper down', { title: true, seo: { note: false } }, [{ code: 'type', path: 'select' }]],
    ['a number', { title: 1 }, [{ code: 'type', path: 'select.title' }]],
    ['an object for a plain field', { title: {} }, [{ code: 'type', path: 'select.title' }]],
    ['an object for a relationship', { author: { name: true } }, [{ code: 'type', path: 'select.author' }]],
    ['an object for a system field', { id: {} }, [{ code: 'type', path: 'select.id' }]],
    ['a list for a group', { seo: [] }, [{ code: 'type', path: 'select.seo' }]],
    ['an unknown block', { sections: { video: true } }, [{ code: 'unknown_field', path: 'select.sections.video' }]],
    [
      'a block type that every object has',
      { sections: { constructor: true } },
      [{ code: 'unknown_field', path: 'select.sections.constructor' }],
    ],
    [
      'the type of a block in a group',
      { seo: { blockType: true } },
      [{ code: 'unknown_field', path: 'select.seo.blockType' }],
    ],
    [
      'a hidden field inside of another',
      { seo: { secret: true } },
      [{ code: 'unknown_field', path: 'select.seo.secret' }],
    ],
  ])('refuses %s', (_, select, issues) => expect(issuesOf(() => parse(select))).toEqual(issues))

  it('selects hidden fields for readers who may see them', () =>
    expect(parse({ seo: { secret: true } }, true).tree).toEqual({ seo: { secret: true } }))

  it('explains how to select fields behind a relationship', () =>
    expect(() => parse({ author: { name: true } })).toThrow('"populate": {"author":{"select":{"id":true}}}'))

  it('refuses more fields than the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, true]))
    expect(issuesOf(() => parse(many)).at(-1)).toEqual({ code: 'unknown_field', path: 'select.f99' })
    const rows = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`b${index}`, true]))
    expect(issuesOf(() => parse({ rows })).length).toBe(100)
  })
})
