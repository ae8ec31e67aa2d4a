import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, exchange } from './exchange.ts'
import { waysIn } from '../api/ways-in.ts'

const setup = { config: exchange, actors }
const ann = ['people', { name: 'Ann' }] as const
const bob = ['people', { name: 'Bob', mentor: '{ann}' }] as const
const paper = (title: string, data: Record<string, unknown> = {}) =>
  ['papers', { title, owner: '{ann}', author: '{ann}', ...data }] as const
const nothing = { docs: [], totalDocs: 0, hasNextPage: false }

scenarios('joins: first ones, order and total', setup, [
  {
    name: 'none',
    given: { ann },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { works: nothing, desk: { reviews: nothing }, quoted: nothing } },
  },
  {
    name: 'as many as the limit',
    given: { ann, b: paper('B'), a: paper('A') },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { works: { docs: ['{a}', '{b}'], totalDocs: 2, hasNextPage: false } } },
  },
  {
    name: 'more than the limit',
    given: { ann, c: paper('C'), b: paper('B'), a: paper('A') },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { works: { docs: ['{a}', '{b}'], totalDocs: 3, hasNextPage: true } } },
  },
  {
    name: 'in the order of creation by default, newest first',
    given: {
      ann,
      one: paper('1', { about: { relationTo: 'people', value: '{ann}' } }),
      two: paper('2', { about: { relationTo: 'people', value: '{ann}' } }),
    },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { portraits: { docs: ['{two}', '{one}'], totalDocs: 2 } } },
  },
  {
    name: 'for each document of a list',
    given: { ann, bob, a: paper('A'), b: paper('B', { author: '{bob}' }) },
    call: 'GET /api/collections/people?sort=name',
    answers: {
      status: 200,
      docs: [
        { works: { docs: ['{a}'], totalDocs: 1 }, mentees: { docs: ['{bob}'] } },
        { works: { docs: ['{b}'], totalDocs: 1 }, mentees: nothing },
      ],
    },
  },
  {
    name: 'from many, where a document counts once',
    given: {
      ann,
      bob,
      a: paper('A', { reviewers: ['{ann}', '{bob}', '{ann}'] }),
      b: paper('B', { reviewers: ['{ann}'] }),
    },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { desk: { reviews: { docs: ['{b}', '{a}'], totalDocs: 2, hasNextPage: false } } } },
  },
  {
    name: 'from polymorphic values, only those of this collection',
    given: {
      ann,
      a: paper('A', { related: [{ relationTo: 'people', value: '{ann}' }] }),
      b: paper('B', { related: [{ relationTo: 'papers', value: '{a}' }] }),
    },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { mentions: { docs: ['{a}'], totalDocs: 1 } } },
  },
  {
    name: 'from blocks, where a document counts once',
    given: {
      ann,
      a: paper('A', {
        parts: [
          { blockType: 'quote', by: '{ann}' },
          { blockType: 'quote', by: '{ann}' },
        ],
      }),
    },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { quoted: { docs: ['{a}'], totalDocs: 1 } } },
  },
  {
    name: 'with its own condition, through relationships too',
    given: { ann, a: paper('Alpha'), b: paper('Beta') },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { works: { totalDocs: 2 }, famous: { docs: ['{a}'], totalDocs: 1 } } },
  },
])

scenarios('joins: what may be read', setup, [
  {
    name: 'unreadable documents are neither listed nor counted',
    given: {
      ann,
      shown: ['drafts', { text: 'Shown', shown: true, by: '{ann}' }],
      unseen: ['drafts', { text: 'Sesame', by: '{ann}' }],
    },
    call: 'GET /api/collections/people/{ann}?depth=1',
    answers: { status: 200, doc: { drafts: { docs: [{ text: 'Shown' }], totalDocs: 1, hasNextPage: false } } },
    never: ['Sesame', '{unseen}'],
  },
  {
    name: 'and are for readers who may read them',
    as: 'admin',
    given: {
      ann,
      shown: ['drafts', { text: 'Shown', shown: true, by: '{ann}' }],
      unseen: ['drafts', { text: 'Sesame', by: '{ann}' }],
    },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { drafts: { docs: ['{unseen}', '{shown}'], totalDocs: 2 } } },
  },
  {
    name: 'a hidden join is in no response',
    given: { ann, a: paper('A') },
    call: 'GET /api/collections/people/{ann}?depth=1',
    answers: { status: 200, doc: { works: { totalDocs: 1 } } },
    never: ['unseen'],
  },
  {
    name: 'an unreadable sort field is ignored',
    given: { ann, one: paper('1', { secretRank: 9 }), two: paper('2', { secretRank: 1 }) },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { byReview: { docs: ['{two}', '{one}'] } } },
  },
  {
    name: 'but not for readers who may read it',
    as: 'admin',
    given: { ann, one: paper('1', { secretRank: 9 }), two: paper('2', { secretRank: 1 }) },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { byReview: { docs: ['{one}', '{two}'] } } },
  },
  {
    name: 'cannot be written as fields',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: 'PATCH /api/collections/people/{ann}',
    body: { works: ['{a}'], desk: { reviews: [] } },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'read_only', path: 'works' },
        { code: 'read_only', path: 'desk.reviews' },
      ],
    },
  },
])

scenarios('joins: select and population', setup, [
  {
    name: 'selected',
    given: { ann, a: paper('A') },
    call: 'GET /api/collections/people/{ann}?select={"works":true,"desk":{"reviews":true}}',
    answers: {
      status: 200,
      exactDoc: { id: '{ann}', works: { docs: ['{a}'], totalDocs: 1, hasNextPage: false }, desk: { reviews: nothing } },
    },
  },
  {
    name: 'excluded',
    given: { ann, a: paper('A') },
    call: 'GET /api/collections/people/{ann}?select={"name":true}',
    answers: { status: 200, exactDoc: { id: '{ann}', name: 'Ann' } },
  },
  {
    name: 'populated, with nested population',
    given: { ann, bob, a: paper('A', { reviewers: ['{bob}'] }) },
    call: 'GET /api/collections/people/{ann}?populate={"works":{"select":{"title":true,"reviewers":true},"populate":{"reviewers":{"select":{"mentees":true,"works":true}}}}}',
    answers: {
      status: 200,
      doc: {
        works: {
          docs: [{ id: '{a}', title: 'A', reviewers: [{ id: '{bob}', works: nothing, mentees: nothing }] }],
          totalDocs: 1,
        },
        mentees: { docs: ['{bob}'] },
      },
    },
  },
  {
    name: 'joins of joins',
    given: { ann, bob, a: paper('A', { author: '{bob}' }) },
    call: 'GET /api/collections/people/{ann}?populate={"mentees":{"populate":{"works":{"select":{"title":true}}}}}',
    answers: {
      status: 200,
      doc: { mentees: { docs: [{ name: 'Bob', works: { docs: [{ id: '{a}', title: 'A' }] } }] } },
    },
  },
  {
    name: 'in responses of writes',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: 'PATCH /api/collections/people/{ann}?populate={"works":{"select":{"title":true}}}',
    body: { name: 'Anna' },
    answers: { status: 200, doc: { name: 'Anna', works: { docs: [{ id: '{a}', title: 'A' }] } } },
  },
])

onEachDatabase('joins in locales', setup, (app, dialect) => {
  const system = () => app().app.local.asSystem().collections

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    it('lists references in any locale, once', async () => {
      const { people, papers } = system()
      const near = await people.create({ name: 'Near' })
      const far = await papers.create(
        { title: { en: 'Far', de: 'Fern' }, owner: near.id, translator: { de: near.id, fr: near.id } },
        { locale: 'all' },
      )
      for (const locale of ['en', 'de', 'all']) {
        const { doc } = await call(app(), { call: `GET /api/collections/people/${near.id}?locale=${locale}` })
        expect(doc).toMatchObject({ editions: { docs: [far.id], totalDocs: 1 } })
      }
    })

    it('sorts and populates in the locale of the call', async () => {
      const { people, papers } = system()
      const near = await people.create({ name: 'Near' })
      const make = (en: string, de: string) =>
        papers.create({ title: { en, de }, owner: near.id, author: near.id }, { locale: 'all' })
      const [one, two] = [await make('A', 'Z'), await make('B', 'Y')]
      const read = async (locale: string) =>
        (await call(app(), { call: `GET /api/collections/people/${near.id}?locale=${locale}&populate={"works":true}` }))
          .doc
      expect(await read('en')).toMatchObject({
        works: {
          docs: [
            { id: one.id, title: 'A' },
            { id: two.id, title: 'B' },
          ],
        },
      })
      expect(await read('fr')).toMatchObject({
        works: {
          docs: [
            { id: two.id, title: 'Y' },
            { id: one.id, title: 'Z' },
          ],
        },
      })
      expect(await read('all')).toMatchObject({ works: { docs: [{ title: { en: 'A', de: 'Z' } }, { id: two.id }] } })
    })

    it('exists in each locale of a localized group', async () => {
      const { people, papers } = system()
      const near = await people.create(
        { name: 'Near', local: { en: { hint: 'x' }, de: { hint: 'y' } } },
        { locale: 'all' },
      )
      const far = await papers.create({ title: 'Far', owner: near.id, author: near.id })
      const works = { docs: [far.id], totalDocs: 1, hasNextPage: false }
      const read = async (locale: string) =>
        (await call(app(), { call: `GET /api/collections/people/${near.id}?locale=${locale}&select={"local":true}` }))
          .doc
      expect(await read('de')).toEqual({ id: near.id, local: { hint: 'y', works } })
      expect(await read('all')).toEqual({
        id: near.id,
        local: { en: { hint: 'x', works }, de: { hint: 'y', works } },
      })
    })
  })
})
