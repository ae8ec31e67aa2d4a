import { describe, expect, it } from 'vitest'
import { ENGLISH, EVERY_LOCALE, GERMAN, rootOf } from '../../../../tests/unit/journal.ts'
import type { PathStep } from '../contracts/condition.ts'
import { LONGEST_PATH } from './query-problems.ts'
import type { OtherCollection } from './path-root.ts'
import { countHops, inAllCollections, isResolved, resolvePath, TOO_FAR } from './resolve-path.ts'

function said(step: PathStep): string {
  switch (step.kind) {
    case 'column':
      return `@${step.name}`
    case 'key':
      return step.name
    case 'locale':
      return `[${step.chain.join()}]`
    case 'blocks':
      return `<${step.blocks.join()}>`
    case 'hop':
      return `>${step.table}${step.relationTo === null ? '' : '!'}`
    case 'inverse':
      return `<${step.table}.${step.path}`
    default:
      return step.kind
  }
}

function way(path: string, locale = ENGLISH, slug: 'posts' | 'users' = 'posts') {
  const resolved = resolvePath(path, rootOf(slug, locale))
  if (!isResolved(resolved)) return resolved
  return inAllCollections(resolved).map(({ steps }) => steps.map(said).join(' '))
}

describe('a path', () => {
  it.each<[string, string, string[]]>([
    ['names a field', 'title', ['title']],
    ['names a column', 'createdAt', ['@createdAt']],
    ['goes into a group', 'seo.note', ['seo note']],
    ['goes into rows', 'rows.label', ['rows rows label']],
    ['names the id of rows', 'rows.id', ['rows rows id']],
    ['goes into blocks of a type', 'sections.quote.text', ['sections <quote> text']],
    ['names the type of any block', 'sections.blockType', ['sections <quote,figure> blockType']],
    ['names the elements of a list', 'labels', ['labels elements']],
    ['names the id of a relationship', 'author', ['author']],
    ['follows a relationship', 'author.name', ['author >users name']],
    ['follows a relationship to a column', 'author.id', ['author >users @id']],
    ['follows several relationships', 'author.boss.age', ['author >users boss >users age']],
    ['follows a list of relationships', 'editors.name', ['editors elements >users name']],
    ['follows relationships in rows', 'rows.author.name', ['rows rows author >users name']],
    ['goes into each of several collections', 'about.title', ['about >posts! title', 'about >users! title']],
    ['goes into those of several that have it', 'about.age', ['about >users! age']],
    ['names the collection of a reference', 'about.relationTo', ['about relationTo']],
    ['goes anywhere in JSON', 'extra.a.b', ['extra a b']],
  ])('%s', (_, path, ways) => expect(way(path)).toEqual(ways))

  it.each<[string, string, string[]]>([
    ['goes backwards through a join', 'written.title', ['<posts.author title']],
    ['goes on behind a join', 'written.author.age', ['<posts.author author >users age']],
  ])('%s', (_, path, ways) => expect(way(path, ENGLISH, 'users')).toEqual(ways))

  it.each<[string, string, typeof GERMAN, string[]]>([
    ['in one locale, with its fallbacks', 'name', GERMAN, ['name [de,en]']],
    ['in the default locale, of all', 'name', EVERY_LOCALE, ['name [en]']],
    ['in a named locale, of all', 'name.fr', EVERY_LOCALE, ['name [fr]']],
  ])('resolves a localized field %s', (_, path, locale, ways) => expect(way(path, locale)).toEqual(ways))

  it.each([
    ['is a field that does not exist', 'nothing'],
    ['is empty', ''],
    ['ends in a dot', 'title.'],
    ['begins with a dot', '.title'],
    ['goes on behind a text', 'title.length'],
    ['is a group', 'seo'],
    ['goes into a block that does not exist', 'sections.video.text'],
    ['is a block type that every object has', 'sections.constructor.name'],
    ['is a computed field', 'shown'],
    ['goes into a locale that is not asked for', 'name.fr'],
    ['has an index', 'rows.0.label'],
    ['is longer than any', `extra.${'a'.repeat(LONGEST_PATH)}`],
    ['goes on behind the id of rows', 'rows.id.x'],
  ])('is unknown if it %s', (_, path) => expect(way(path)).toBeNull())

  it('may have exactly the maximum length', () => {
    const longest = `extra.${'a'.repeat(LONGEST_PATH - 6)}`
    expect(way(longest)).not.toBeNull()
    expect(way(`${longest}a`)).toBeNull()
  })

  it('takes at most five steps into other documents', () => {
    expect(way(`author${'.boss'.repeat(4)}.age`)).toHaveLength(1)
    expect(way(`author${'.boss'.repeat(5)}.age`)).toBe(TOO_FAR)
  })

  it('counts a join as a step', () => {
    expect(way('written.author.written.author.written.title', ENGLISH, 'users')).toHaveLength(1)
    expect(way('written.author.written.author.written.author.age', ENGLISH, 'users')).toBe(TOO_FAR)
  })

  it('may expand to at most twenty places', () => {
    const open = rootOf()
    const users = rootOf('users')
    // Collections with drafts have documents in two tables.
    const twice: OtherCollection = {
      ...users,
      others: { get: () => twice },
      tables: [...users.tables, ...users.tables],
    }
    const root = { ...open, others: { get: () => twice } }
    const sixteen = resolvePath('author.boss.boss.boss.age', root)
    expect(isResolved(sixteen) && inAllCollections(sixteen)).toHaveLength(16)
    expect(resolvePath('author.boss.boss.boss.boss.age', root)).toBe(TOO_FAR)
  })

  it('does not go through a field that the reader may not read', () => {
    const root = { ...rootOf(), mayRead: ({ path }: { path: string }) => path !== 'seo' }
    expect(resolvePath('seo.note', root)).toBeNull()
    expect(resolvePath('title', root)).not.toBeNull()
  })

  it('does not go into a collection that the reader may not read', () => {
    const root = { ...rootOf(), others: { get: () => undefined } }
    expect(resolvePath('author.name', root)).toBeNull()
    expect(resolvePath('author', root)).not.toBeNull()
  })

  it('starts at a row inside a row condition', () => {
    const rows = rootOf().fields.find(({ name }) => name === 'rows')
    const root = { ...rootOf(), row: true as const, fields: rows?.fields ?? [] }
    expect(isResolved(resolvePath('label', root))).toBe(true)
    expect(isResolved(resolvePath('id', root))).toBe(true)
    expect(resolvePath('createdAt', root)).toBeNull()
  })
})

describe('the operators of a path', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a list of rows: whether it is empty, and each row',
      'rows',
      ['exists', 'equals', 'not_equals', 'some', 'none', 'every'],
    ],
    ['all blocks together: whether there are any', 'sections', ['exists', 'equals', 'not_equals']],
    ['the id of rows: which it is', 'rows.id', ['equals', 'not_equals', 'in', 'not_in', 'exists']],
  ])('%s', (_, path, operators) => {
    const resolved = resolvePath(path, rootOf())
    expect(isResolved(resolved) && resolved.operators).toEqual(operators)
  })
})

describe('steps into other documents', () => {
  it.each<[string, PathStep[], number]>([
    ['none', [{ kind: 'key', name: 'a' }], 0],
    ['a twin is the same document', [{ kind: 'twin', table: 't', scope: { kind: 'always' } }], 0],
    ['a hop', [{ kind: 'hop', table: 't', relationTo: null, scope: { kind: 'always' } }], 1],
    ['an inverse', [{ kind: 'inverse', table: 't', path: 'p', collection: 'c', scope: { kind: 'always' } }], 1],
  ])('%s', (_, steps, count) => expect(countHops(steps)).toBe(count))
})
