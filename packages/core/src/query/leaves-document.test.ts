import { describe, expect, it } from 'vitest'
import { rootOf } from '../../../../tests/unit/journal.ts'
import { leavesDocument } from './conditions.ts'
import { parseWhere } from './where/parse-where.ts'
import { resolveWhere } from './where/resolve-where.ts'

describe('whether a condition reads other documents', () => {
  it.each<[string, unknown, boolean]>([
    ['nothing asked', {}, false],
    ['a field', { title: { equals: 'a' } }, false],
    ['a field of rows', { 'rows.label': { equals: 'a' } }, false],
    ['some of the rows', { rows: { some: { label: { equals: 'a' } } } }, false],
    ['the id of a relationship', { author: { equals: 'a' } }, false],
    ['a field behind a relationship', { 'author.name': { equals: 'a' } }, true],
    ['its negation', { not: { 'author.name': { equals: 'a' } } }, true],
    ['one part of many', { or: [{ title: { equals: 'a' } }, { 'author.name': { equals: 'a' } }] }, true],
    ['some of many documents', { editors: { some: { name: { equals: 'a' } } } }, true],
    ['documents behind the rows of some', { rows: { some: { 'author.name': { equals: 'a' } } } }, true],
  ])('%s: %j %s', (_, where, result) => expect(leavesDocument(resolveWhere(parseWhere(where), rootOf()))).toBe(result))

  it('a search does, because only storage can search words', () =>
    expect(leavesDocument({ kind: 'search', locale: '', words: [] })).toBe(true))
})
