import { describe, expect, it } from 'vitest'
import { literal } from './code-samples.ts'
import { OperationIds, pascalCase, reachableSchemas, schemaName } from './component-names.ts'
import { inReadingOrder, readingRank } from './reading-order.ts'

describe('a literal in code', () => {
  it.each<[unknown, string]>([
    ['a', "'a'"],
    ['it\'s "x"', `'it\\'s "x"'`],
    ['a\nb\\', String.raw`'a\nb\\'`],
    [5, '5'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[], '[]'],
    [{}, '{}'],
    [{ a: 1, 'b-c': [true] }, "{ a: 1, 'b-c': [true] }"],
    [{ text: 'x'.repeat(70) }, `{\n  text: '${'x'.repeat(70)}',\n}`],
    [[{ text: 'x'.repeat(70) }], `[\n  {\n    text: '${'x'.repeat(70)}',\n  },\n]`],
  ])('%j', (value, text) => expect(literal(value)).toBe(text))
})

describe('component names', () => {
  it.each([
    ['posts', 'Posts'],
    ['blog-posts', 'BlogPosts'],
    ['posts-2', 'Posts_2'],
    ['a-b-c', 'ABC'],
  ])('%s is %s', (slug, name) => expect(pascalCase(slug)).toBe(name))

  it('are different for similar slugs', () => {
    const slugs = ['ab', 'a-b', 'a-2', 'a2', 'posts2', 'posts-2']
    expect(new Set(slugs.map(pascalCase)).size).toBe(slugs.length)
  })

  it('identify the schema and the entity', () => {
    expect(schemaName({ kind: 'collection', slug: 'posts' }, 'create')).toBe('PostsCreate')
    expect(schemaName({ kind: 'global', slug: 'site' }, 'update')).toBe('SiteGlobalInput')
    expect(schemaName({ kind: 'collection', slug: 'posts' }, 'document.sections.quote')).toBe(
      'PostsDocument.sections.quote',
    )
  })

  it('differ for a collection and a global', () =>
    expect(schemaName({ kind: 'collection', slug: 'site-global' }, 'create')).not.toBe(
      schemaName({ kind: 'global', slug: 'site' }, 'create'),
    ))

  it('of operations are unique', () => {
    const ids = new OperationIds()
    expect(ids.take('restoreDeleted', { kind: 'collection', slug: 'posts' })).toBe('restoreDeletedPosts')
    expect(ids.take('restore', { kind: 'collection', slug: 'deleted-posts' })).toBe('restoreDeletedPosts_2')
    expect(ids.take('update', { kind: 'global', slug: 'site' })).toBe('updateGlobalSite')
    expect(ids.take('me', { kind: 'service', slug: '' })).toBe('me')
  })
})

describe('the order of operations', () => {
  it.each([
    ['list before read', 'list', 'read'],
    ['read before create', 'read', 'create'],
    ['delete before everything else', 'delete', 'publish'],
  ])('%s', (_, one, other) => expect(readingRank(one, '/api/x')).toBeLessThan(readingRank(other, '/api/x')))

  it('puts rights last, but no path with the same prefix', () => {
    expect(readingRank('list', '/api/access/collections/posts')).toBeGreaterThan(readingRank('publish', '/api/x'))
    expect(readingRank('list', '/api/accessories')).toBe(readingRank('list', '/api/x'))
  })

  it('sorts by tags, then ranks, and records the position', () => {
    const paths = {
      '/b': { get: { tags: ['B'], operationId: 'b' } },
      '/a': { delete: { tags: ['A'], operationId: 'delete' }, get: { tags: ['A'], operationId: 'list' } },
    }
    const rank = (operation: object) => ('operationId' in operation && operation.operationId === 'list' ? 0 : 1)
    const ordered = inReadingOrder(paths, [{ name: 'A' }, { name: 'B' }], rank)
    expect(Object.keys(ordered)).toEqual(['/a', '/b'])
    expect(
      [ordered['/a']?.['get'], ordered['/a']?.['delete'], ordered['/b']?.['get']].map((one) => one?.['x-order']),
    ).toEqual([1, 2, 1])
  })
})

describe('reachable schemas', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  it('are those that are referenced, directly or indirectly, also in a cycle', () => {
    const schemas = { A: { items: ref('B') }, B: { anyOf: [ref('A'), ref('C')] }, C: {}, D: ref('A') }
    expect(Object.keys(reachableSchemas(schemas, { x: [ref('A')] })).toSorted()).toEqual(['A', 'B', 'C'])
    expect(reachableSchemas(schemas, { x: ref('nothing') })).toEqual({})
  })
})
