import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../data/schema.ts'
import type { Grantable, KeyScopes } from './key-scopes.ts'
import { allTicked, heldBy, narrowedScopes } from './narrower-scopes.ts'

const grantable = (slug: string, actions: string[]): Grantable => ({
  entity: { slug, operations: [] } as unknown as EntitySchema,
  kind: 'collections',
  actions,
})

const all: readonly Grantable[] = [
  grantable('posts', ['read', 'readDrafts', 'create', 'update', 'publish']),
  grantable('tags', ['read', 'create', 'update']),
]

/** The narrowed scopes after the named groups were unticked in one row. */
function without(scopes: KeyScopes | null, place: string, ...groups: string[]) {
  const held = heldBy(scopes, all)
  const ticked = allTicked(held)
  const left = (ticked[place] ?? []).filter((group) => !groups.includes(group))
  return narrowedScopes(scopes, held, { ...ticked, [place]: left })
}

describe('narrowing an API key', () => {
  it('sends no scopes if nothing is taken away', () => {
    const scopes = { collections: { posts: ['read'] } }
    const held = heldBy(scopes, all)
    expect(narrowedScopes(scopes, held, allTicked(held))).toBeUndefined()
    expect(narrowedScopes(null, all, allTicked(all))).toBeUndefined()
  })

  it('shows what both the key and the user may do, and offers nothing to add', () => {
    expect(heldBy({ collections: { posts: ['read', 'delete'], users: ['read'] } }, all)).toEqual([
      { ...all[0], actions: ['read'] },
    ])
  })

  it('keeps untouched scopes as they are written, including hidden ones', () => {
    const scopes = {
      collections: { posts: ['read', 'update', 'delete'], users: ['read'], '*': ['read'] },
      plugins: { webhooks: ['list'] },
    }
    expect(without(scopes, 'collections.posts', 'update')).toEqual({
      collections: { posts: ['read', 'delete'], users: ['read'], '*': ['read'] },
      globals: {},
      plugins: { webhooks: ['list'] },
    })
  })

  it('lists the remaining actions if one of "all others" is taken away', () => {
    expect(without({ collections: { '*': ['*'] } }, 'collections.tags', 'create')).toEqual({
      collections: { '*': ['*'], tags: ['read', 'update'] },
      globals: {},
    })
  })

  it('removes a whole row, including actions without a column', () => {
    expect(without({ collections: { posts: ['read', 'other'], tags: ['read'] } }, 'collections.posts', 'read')).toEqual(
      {
        collections: { posts: [], tags: ['read'] },
        globals: {},
      },
    )
  })

  it('reads only live content once drafts are taken away', () => {
    expect(without({ collections: { posts: ['read', 'readDrafts'] } }, 'collections.posts', 'drafts')).toEqual({
      collections: { posts: ['read'] },
      globals: {},
      drafts: false,
    })
  })

  it('sends the ticked actions for a key that had all rights', () => {
    expect(without(null, 'collections.posts', 'publish', 'drafts')).toEqual({
      collections: { posts: ['read', 'create', 'update'], tags: ['read', 'create', 'update'] },
      globals: {},
      drafts: false,
    })
  })
})
