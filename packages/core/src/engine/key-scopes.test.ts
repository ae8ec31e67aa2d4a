import { describe, expect, it } from 'vitest'
import type { KeyScopes } from '../contracts/access.ts'
import type { Operation } from '../contracts/operation.ts'
import type { Call } from './call.ts'
import { isInScope, isOpenTo, nameOfAction, outOfScope, scopeActions } from './access.ts'

const posts = { kind: 'collection', slug: 'posts' } as Call['entity']
const settings = { kind: 'global', slug: 'settings' } as Call['entity']
const update = { name: 'update', rule: 'update' } as unknown as Operation<Call>

function call(scopes: KeyScopes | undefined, { entity = posts, operation = update } = {}): Call {
  return { caller: { scopes }, entity, operation } as unknown as Call
}

describe('the actions of a name', () => {
  it.each<[string, Record<string, string[]>, string, string[]]>([
    ['are those that stand there', { posts: ['read'], '*': ['update'] }, 'posts', ['read']],
    ['are none if none stand there', { posts: [], '*': ['update'] }, 'posts', []],
    ['are those of all others if it is not named', { posts: [], '*': ['update'] }, 'pages', ['update']],
    ['are none if nothing is said of it', { posts: ['read'] }, 'pages', []],
    ['are not inherited', {}, 'constructor', []],
  ])('%s', (_, part, name, actions) => expect(scopeActions.of(part, name)).toEqual(actions))
})

describe('the scopes of a key', () => {
  it.each<[string, KeyScopes | undefined, Parameters<typeof isInScope>[1], boolean]>([
    ['do all that its user may without scopes', undefined, 'delete', true],
    ['do what is named', { collections: { posts: ['update'] } }, 'update', true],
    ['not do anything else', { collections: { posts: ['read'] } }, 'update', false],
    ['do everything with a star', { collections: { posts: ['*'] } }, 'update', true],
    ['not do in globals what it may in collections', { globals: { posts: ['update'] } }, 'update', false],
    ['not read drafts where drafts are off', { collections: { posts: ['*'] }, drafts: false }, 'readDrafts', false],
    ['not read versions where drafts are off', { collections: { posts: ['*'] }, drafts: false }, 'readVersions', false],
    ['read live content where drafts are off', { collections: { posts: ['*'] }, drafts: false }, 'read', true],
    ['do nothing with empty scopes', {}, 'read', false],
  ])('%s', (_, scopes, rule, result) => expect(isInScope(call(scopes), rule)).toBe(result))

  it('permit in an entity only what is listed for it', () => {
    const scopes: KeyScopes = { collections: { posts: ['update'] }, globals: { settings: ['read'] } }
    expect(isInScope(call(scopes), 'read', settings)).toBe(true)
    expect(isInScope(call(scopes), 'update', settings)).toBe(false)
  })

  it('permit an operation by the name that capabilities show, not only by its rule', () => {
    const duplicate = {
      name: 'duplicate',
      rule: 'create',
      capability: { name: 'duplicate' },
    } as unknown as Operation<Call>
    expect(isInScope(call({ collections: { posts: ['duplicate'] } }, { operation: duplicate }), 'create')).toBe(true)
    expect(isInScope(call({ collections: { posts: ['create'] } }, { operation: duplicate }), 'create')).toBe(false)
    expect(nameOfAction(duplicate, 'create')).toBe('duplicate')
  })
})

describe('scopes apply to an operation', () => {
  const service = { kind: 'service', slug: '' } as Call['entity']
  it.each<[string, KeyScopes, Call['entity'], Partial<Operation<Call>>, boolean]>([
    ['where its action is named', { collections: { posts: ['update'] } }, posts, { rule: 'update' }, true],
    ['not where it is not', { collections: { posts: ['read'] } }, posts, { rule: 'update' }, false],
    ['not without a rule', { collections: { '*': ['*'] } }, posts, {}, false],
    ['not of the service', { collections: { '*': ['*'] } }, service, { rule: 'update' }, false],
    ['wherever it says so itself', {}, service, { inEveryScope: true }, true],
  ])('%s', (_, scopes, entity, operation, result) =>
    expect(
      isOpenTo(scopes, entity, { name: 'x', endpoint: { method: 'GET', path: '' }, ...operation } as Operation<Call>),
    ).toBe(result),
  )
})

it('a star stands for every action', () => {
  expect(scopeActions.include(['*'], 'anything')).toBe(true)
  expect(scopeActions.include(['read'], '*')).toBe(false)
})

it('a refusal names the action and the entity, and nothing about the user', () => {
  expect(outOfScope('update', 'posts').message).toContain('"update" in "posts"')
  expect(outOfScope('update').code).toBe('forbidden')
})
