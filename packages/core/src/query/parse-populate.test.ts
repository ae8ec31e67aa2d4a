import { describe, expect, it } from 'vitest'
import { f } from '../fields/index.ts'
import { fieldOf, issuesOf, journal } from '../../../../tests/unit/journal.ts'
import { type Population, parsePopulate, populatedTarget, targetsOf } from './parse-populate.ts'

const parse = (populate: unknown, showHidden = false) =>
  parsePopulate(populate, journal.posts.fields, { collections: journal, showHidden })

function plain(population: Population | null): unknown {
  if (population === null || !('fields' in population)) return population
  return Object.fromEntries(
    [...population.fields].map(([path, targets]) => [
      path,
      Object.fromEntries(
        [...targets].map(([slug, { selection, population: below }]) => [slug, { selection, below: plain(below) }]),
      ),
    ]),
  )
}

const WHOLE = { selection: null, below: null }
const names = (mode: 'include' | 'exclude', ...fields: string[]) => ({
  mode,
  tree: Object.fromEntries(fields.map((name) => [name, true])),
})

describe('a population', () => {
  it.each<[string, unknown, unknown]>([
    ['of nothing is nothing', {}, {}],
    ['is of whole documents with true', { author: true }, { author: { users: WHOLE } }],
    ['is of whole documents with no options', { author: {} }, { author: { users: WHOLE } }],
    ['is of each collection of several', { about: true }, { about: { posts: WHOLE, users: WHOLE } }],
    ['reaches into rows by path', { 'rows.author': true }, { 'rows.author': { users: WHOLE } }],
    [
      'chooses fields',
      { author: { select: { name: true } } },
      { author: { users: { selection: names('include', 'name'), below: null } } },
    ],
    [
      'goes on into what is populated',
      { author: { populate: { boss: true } } },
      { author: { users: { selection: null, below: { boss: { users: WHOLE } } } } },
    ],
    [
      'goes on through joins',
      { author: { populate: { written: true } } },
      { author: { users: { selection: null, below: { written: { posts: WHOLE } } } } },
    ],
    ['is of all that a text mentions with true', { body: true }, { body: { posts: WHOLE, users: WHOLE } }],
    [
      'is of the collections that are named of what a text mentions',
      { body: { users: { select: { name: true } } } },
      { body: { users: { selection: names('include', 'name'), below: null } } },
    ],
    [
      'lets each of several collections take what it knows',
      { about: { select: { title: true, age: true } } },
      {
        about: {
          posts: { selection: names('include', 'title'), below: null },
          users: { selection: names('include', 'title', 'age'), below: null },
        },
      },
    ],
    [
      'leaves out of all what one of them lacks',
      { about: { select: { age: false } } },
      {
        about: {
          posts: { selection: { mode: 'exclude', tree: {} }, below: null },
          users: { selection: names('exclude', 'age'), below: null },
        },
      },
    ],
  ])('%s', (_, populate, result) => expect(plain(parse(populate))).toEqual(result))

  it.each<[string, unknown, { code: string; path: string }[]]>([
    ['a list', ['author'], [{ code: 'type', path: 'populate' }]],
    ['an unknown field', { nobody: true }, [{ code: 'unknown_field', path: 'populate.nobody' }]],
    ['a field that points nowhere', { title: true }, [{ code: 'unknown_field', path: 'populate.title' }]],
    [
      'options of a relationship at a text',
      { body: { select: {} } },
      [{ code: 'unknown_field', path: 'populate.body.select' }],
    ],
    ['text at a text', { body: 'posts' }, [{ code: 'type', path: 'populate.body' }]],
    ['false', { author: false }, [{ code: 'type', path: 'populate.author' }]],
    ['an unknown option', { author: { limit: 1 } }, [{ code: 'unknown_field', path: 'populate.author.limit' }]],
    [
      'an unknown selected field',
      { author: { select: { x: true } } },
      [{ code: 'unknown_field', path: 'populate.author.select.x' }],
    ],
    [
      'a selected field that is hidden',
      { author: { select: { secret: true } } },
      [{ code: 'unknown_field', path: 'populate.author.select.secret' }],
    ],
    [
      'a selected field that none of several has',
      { about: { select: { x: true } } },
      [{ code: 'unknown_field', path: 'populate.about.select.x' }],
    ],
    [
      'true in one collection and false in another',
      { about: { select: { views: true, age: false } } },
      [{ code: 'type', path: 'populate.about.select' }],
    ],
    [
      'an unknown field further down',
      { author: { populate: { x: true } } },
      [{ code: 'unknown_field', path: 'populate.author.populate.x' }],
    ],
  ])('refuses %s', (_, populate, issues) => expect(issuesOf(() => parse(populate))).toEqual(issues))

  it('takes at most five levels', () => {
    const nested = (levels: number): unknown => (levels === 1 ? true : { populate: { boss: nested(levels - 1) } })
    expect(issuesOf(() => parse({ author: nested(5) }))).toEqual([])
    expect(issuesOf(() => parse({ author: nested(6) })).map(({ code }) => code)).toEqual(['max'])
  })
})

describe('the value at a populated field', () => {
  const author = journal.posts.fields.find(({ name }) => name === 'author')
  const body = journal.posts.fields.find(({ name }) => name === 'body')
  if (!author || !body) throw new Error('the journal has authors and bodies')

  it('is a whole document at the last level', () =>
    expect(populatedTarget({ levels: 1 }, author, 'users')).toEqual({ selection: null, population: null }))
  it('is populated with one level less', () =>
    expect(populatedTarget({ levels: 3 }, author, 'users')?.population).toEqual({ levels: 2 }))
  it('stays an id if the population does not name it', () =>
    expect(populatedTarget(parse({ editors: true }), author, 'users')).toBeNull())
  it('stays an id for a collection that is not named', () =>
    expect(populatedTarget(parse({ author: true }), author, 'posts')).toBeNull())
  it('leaves mentions in a rich text alone, unless the population names them', () =>
    expect(populatedTarget({ levels: 5 }, body, 'posts')).toBeNull())
})

describe('the target collections of a field', () => {
  it('are those of a relationship', () =>
    expect(targetsOf(fieldOf(f.relationship({ to: ['a', 'b'] })))).toEqual(['a', 'b']))
  it('are those of a join', () => expect(targetsOf(fieldOf(f.join({ collection: 'a', on: 'b' })))).toEqual(['a']))
  it('are those that a rich text may mention', () =>
    expect(targetsOf(fieldOf(f.richText()))).toEqual(['posts', 'users']))
  it('are empty for a plain text', () => expect(targetsOf(fieldOf(f.text()))).toEqual([]))
})
