import { describe, expect, it } from 'vitest'
import { columnName, indexNameInDatabase, isColumnName, keptColumn, nameInDatabase } from './database-names.ts'

describe('names in the database', () => {
  it.each([
    ['posts', 'doc_posts'],
    ['posts:live', 'doc_posts:live'],
    ['blog-posts', 'doc_blog-posts'],
    ['a'.repeat(50), `doc_${'a'.repeat(50)}`],
  ])('are unchanged for %s', (name, inDatabase) => expect(nameInDatabase('doc', name)).toBe(inDatabase))

  it.each([['Posts'], ['pösts'], ['a'.repeat(51)], ['a b'], ['"']])('get a hash suffix for %j', (name) =>
    expect(nameInDatabase('doc', name)).toMatch(/^doc_[a-z0-9_]{0,40}_[0-9a-f]{12}$/),
  )

  it('are unique, and never too long for PostgreSQL', () => {
    const names = ['Posts', 'posts', 'pOsts', `${'a'.repeat(60)}b`, `${'a'.repeat(60)}c`, 'a b', 'a_b', 'a.b']
    const inDatabase = names.map((name) => nameInDatabase('rec', name))
    expect(new Set(inDatabase).size).toBe(names.length)
    for (const name of inDatabase) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63)
  })

  it('of an index change with its definition', () => {
    const name = indexNameInDatabase(`doc_${'a'.repeat(59)}`, ['title', true])
    expect(name.length).toBeLessThanOrEqual(61)
    expect(indexNameInDatabase('doc_posts', ['title', true])).not.toBe(
      indexNameInDatabase('doc_posts', ['title', false]),
    )
    expect(keptColumn('doc_posts_ix_abc')).toBe('ix_abc')
    expect(keptColumn('doc_posts_ix_abc', 1)).toBe('ix_abc_1')
  })

  it.each([
    ['deletedAt', 'deleted_at'],
    ['id', 'id'],
    ['aBC', 'a_b_c'],
  ])('of the column %s is %s', (name, column) => expect(columnName(name)).toBe(column))

  it.each([
    ['deletedAt', true],
    ['_folded', true],
    ['a1_', true],
    ['1a', false],
    ['a-b', false],
    ['', false],
    ['__a', false],
    [`a${'b'.repeat(51)}`, false],
  ])('%j may be a column: %s', (name, result) => expect(isColumnName(name)).toBe(result))
})
