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
  ] as const)('%s: no users, and nothing that is live at once', (preset, scopes) => {
    expect(scopesOf(preset, all, {})).toEqual(scopes)
  })

  it('are what the matrix says, beginning with the preset', () => {
    const chosen = { ...chosenBy('published', all), 'collections.users': ['manage'] as const }
    expect(scopesOf('chosen', all, chosen)).toEqual({
      collections: { posts: ['read'], tags: ['read'], users: ['manageKeys'] },
      globals: {},
      drafts: false,
    })
  })

  it('name no more than can be named, in however large an application', () => {
    const actions = ['read', 'readDrafts', 'create', 'update']
    const many = Array.from({ length: 150 }, (_, index) => grantable(`c${index}`, ['publish'], actions))
    const scopes = scopesOf('write', [...many, ...all], {})
    expect(scopes?.collections).toEqual({ '*': actions, tags: ['read', 'preview'], users: [] })
  })
})

it('whatever is done with documents takes reading them', () => {
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
] as const)('%j is told in a few words', (scopes, words) => {
  expect(breadthOf(scopes)).toBe(words)
})
