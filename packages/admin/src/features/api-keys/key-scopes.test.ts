import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../data/schema.ts'
import { breadthOf, chosenBy, type Grantable, scopesOf, ticked } from './key-scopes.ts'

const entity = (slug: string, ...operations: string[]) => ({ slug, operations }) as unknown as EntitySchema
const grantable = (slug: string, operations: string[], actions: string[]): Grantable => ({
  entity: entity(slug, ...operations),
  kind: 'collections',
  actions,
})

const all: readonly Grantable[] = [
  grantable('posts', ['publish'], ['read', 'readDrafts', 'create', 'update', 'publish', 'delete']),
  grantable('tags', [], ['read', 'preview', 'create', 'update']),
  grantable('users', ['login'], ['read', 'update', 'manageKeys']),
]

describe('the scopes of a preset', () => {
  it.each([
    ['published', { collections: { posts: ['read'], tags: ['read'] }, globals: {}, drafts: false }],
    ['drafts', { collections: { posts: ['read', 'readDrafts'], tags: ['read', 'preview'] }, globals: {} }],
    [
      'write',
      { collections: { posts: ['read', 'readDrafts', 'create', 'update'], tags: ['read', 'preview'] }, globals: {} },
    ],
    ['everything', null],
  ] as const)('%s: no users, and no right to change live content', (preset, scopes) => {
    expect(scopesOf(preset, all, {})).toEqual(scopes)
  })

  it('match the matrix, starting with the preset', () => {
    const chosen = { ...chosenBy('published', all), 'collections.users': ['manage'] as const }
    expect(scopesOf('chosen', all, chosen)).toEqual({
      collections: { posts: ['read'], tags: ['read'], users: ['manageKeys'] },
      globals: {},
      drafts: false,
    })
  })

  it('name no more actions than the limit, however large the application', () => {
    const actions = ['read', 'readDrafts', 'create', 'update']
    const many = Array.from({ length: 150 }, (_, index) => grantable(`c${index}`, ['publish'], actions))
    const scopes = scopesOf('write', [...many, ...all], {})
    expect(scopes?.collections).toEqual({ '*': actions, tags: ['read', 'preview'], users: [] })
  })
})

it('every action on documents includes reading them', () => {
  expect(ticked([], 'update', true)).toEqual(['read', 'update'])
  expect(ticked([], 'create', true)).toEqual(['create'])
  expect(ticked(['read', 'create', 'delete'], 'read', false)).toEqual(['create'])
})

it.each([
  [null, 'everything'],
  [{ collections: { posts: ['read'] }, drafts: false }, 'published'],
  [{ collections: { posts: ['read', 'readDrafts'] } }, 'read'],
  [{ collections: { posts: ['read'] }, globals: { settings: ['update'] } }, 'write'],
  [{ collections: { '*': ['*'] } }, 'publish'],
] as const)('%j is described in a few words', (scopes, words) => {
  expect(breadthOf(scopes)).toBe(words)
})
