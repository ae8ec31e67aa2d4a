import { describe, expect, it } from 'vitest'
import type { KeyScopes } from '../../../../core/src/contracts/access.ts'
import { expiresSooner, hasNarrowerAddresses, hasNarrowerScopes } from './key-changes.ts'

const posts = (...actions: string[]): KeyScopes => ({ collections: { posts: actions } })

describe('scopes of a key are narrower', () => {
  it.each<[string, KeyScopes | null, KeyScopes | null, boolean]>([
    ['than everything', posts('*'), null, true],
    ['and everything is as everything', null, null, true],
    ['but everything is not narrower than something', null, posts('*'), false],
    ['with fewer actions', posts('read'), posts('read', 'update'), true],
    ['with the same actions', posts('read'), posts('read'), true],
    ['but not with others', posts('delete'), posts('read'), false],
    ['with named actions in the place of all', posts('read'), posts('*'), true],
    ['but not with all in the place of named ones', posts('*'), posts('read'), false],
    ['with one collection in the place of all', posts('read'), { collections: { '*': ['read'] } }, true],
    ['but not with all in the place of one', { collections: { '*': ['read'] } }, posts('read'), false],
    ['but not with more in one than in all others', posts('read', 'delete'), { collections: { '*': ['read'] } }, false],
    [
      'but not where a collection is no longer named, and so has what all have',
      { collections: { '*': ['read'] } },
      { collections: { '*': ['read'], posts: [] } },
      false,
    ],
    ['with nothing at all', {}, posts('read'), true],
    ['with nothing in one of them', posts(), posts('read'), true],
    ['but not in globals for collections', { globals: { posts: ['read'] } }, posts('read'), false],
    ['but not with operations of plugins', { plugins: { hooks: ['send'] } }, {}, false],
    ['without drafts', { ...posts('read'), drafts: false }, posts('read'), true],
    ['but not with drafts that were not there', posts('read'), { ...posts('read'), drafts: false }, false],
    ['without drafts as before', { ...posts('read'), drafts: false }, { ...posts('read'), drafts: false }, true],
    ['but not by a name that every object has', { collections: { constructor: ['read'] } }, {}, false],
  ])('%s', (_, scopes, former, result) => expect(hasNarrowerScopes(scopes, former)).toBe(result))
})

describe('addresses of a key are narrower', () => {
  it.each<[string[] | null, string[] | null, boolean]>([
    [null, null, true],
    [['10.0.0.0/8'], null, true],
    [null, ['10.0.0.0/8'], false],
    [['10.1.0.0/16'], ['10.0.0.0/8'], true],
    [['11.0.0.0/16'], ['10.0.0.0/8'], false],
  ])('%j than %j: %s', (addresses, former, result) => expect(hasNarrowerAddresses(addresses, former)).toBe(result))
})

describe('a key expires sooner', () => {
  it.each<[string | null, string | null, boolean]>([
    [null, null, true],
    ['2026-01-01T00:00:00.000Z', null, true],
    [null, '2026-01-01T00:00:00.000Z', false],
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', true],
    ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.000Z', false],
  ])('%j than %j: %s', (expiresAt, former, result) => expect(expiresSooner(expiresAt, former)).toBe(result))
})
