import { scenarios } from '@quirecms/testkit'
import { actors, magazine } from './magazine.ts'

const ann = ['people', { name: 'Ann', salary: 100 }] as const
const bob = ['people', { name: 'Bob', salary: 50, mentor: '{ann}' }] as const

scenarios('population', { config: magazine, actors }, [
  {
    name: 'replaces an id by the document, with its own field rules',
    given: { ann, article: ['articles', { title: 'One', author: '{ann}' }] },
    call: 'GET /api/collections/articles/{article}?populate={"author":true}',
    answers: { status: 200, doc: { author: { id: '{ann}', name: 'Ann' } } },
    never: ['salary'],
  },
  {
    name: 'selects and populates inside it',
    given: { ann, bob, article: ['articles', { title: 'One', author: '{bob}' }] },
    call: 'GET /api/collections/articles/{article}?populate={"author":{"select":{"mentor":true},"populate":{"mentor":{"select":{"name":true}}}}}',
    answers: { status: 200, doc: { author: { id: '{bob}', mentor: { id: '{ann}', name: 'Ann' } } } },
    never: ['Bob', 'salary'],
  },
  {
    name: 'depth goes down level by level, also in cycles',
    given: {
      ann,
      bob,
      article: ['articles', { title: 'One', author: '{bob}', related: [{ relationTo: 'people', value: '{ann}' }] }],
    },
    call: 'GET /api/collections/articles/{article}?depth=2',
    answers: {
      status: 200,
      doc: {
        author: { id: '{bob}', mentor: { id: '{ann}', mentor: null } },
        related: [{ relationTo: 'people', value: { id: '{ann}', name: 'Ann' } }],
      },
    },
  },
  {
    name: 'an unreadable document stays an id',
    given: {
      hidden: ['tags', { name: 'Hidden', visible: false }],
      shown: ['tags', { name: 'Shown' }],
      secret: ['secrets', { code: 'x1' }],
      article: [
        'articles',
        {
          title: 'One',
          tags: ['{hidden}', '{shown}', '{nothing}'.replace('{nothing}', '{hidden}')],
          secret: '{secret}',
        },
      ],
    },
    call: 'GET /api/collections/articles/{article}?depth=1',
    answers: {
      status: 200,
      doc: { tags: ['{hidden}', { id: '{shown}', name: 'Shown' }, '{hidden}'], secret: '{secret}' },
    },
    never: ['Hidden', 'x1'],
  },
  {
    name: 'depth and populate together are refused',
    given: { article: ['articles', { title: 'One' }] },
    call: 'GET /api/collections/articles/{article}?depth=1&populate={"author":true}',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'custom', path: 'depth' }] },
  },
  {
    name: 'an unknown path is refused',
    call: 'GET /api/collections/articles?populate={"title":true}',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'populate.title' }] },
  },
])

scenarios('joins', { config: magazine, actors }, [
  {
    name: 'lists documents that point here: the first ones in order, with a total',
    given: {
      ann,
      c: ['articles', { title: 'C', author: '{ann}' }],
      a: ['articles', { title: 'A', author: '{ann}' }],
      b: ['articles', { title: 'B', author: '{ann}' }],
    },
    call: 'GET /api/collections/people/{ann}',
    answers: { status: 200, doc: { articles: { docs: ['{a}', '{b}'], totalDocs: 3, hasNextPage: true } } },
  },
  {
    name: 'applies its own where, and excludes unreadable documents',
    given: {
      article: ['articles', { title: 'A' }],
      good: ['comments', { text: 'Good', article: '{article}' }],
      spam: ['comments', { text: 'Spam', spam: true, article: '{article}' }],
      secret: ['secrets', { code: 'x1', article: '{article}' }],
    },
    call: 'GET /api/collections/articles/{article}?populate={"comments":true,"leaks":true}',
    answers: {
      status: 200,
      doc: {
        comments: { docs: [{ id: '{good}', text: 'Good' }], totalDocs: 1, hasNextPage: false },
        leaks: { docs: [], totalDocs: 0, hasNextPage: false },
      },
    },
    never: ['x1', 'Spam'],
  },
  {
    name: 'is written through its own route, as updates of the other documents',
    as: 'editor',
    given: {
      ann,
      bob,
      a: ['articles', { title: 'A', author: '{bob}' }],
      b: ['articles', { title: 'B', author: '{ann}' }],
    },
    call: 'PATCH /api/collections/people/{ann}/joins/articles',
    body: { additions: ['{a}'], removals: ['{b}'] },
    answers: { status: 200, doc: { id: '{ann}', articles: { docs: ['{a}'], totalDocs: 1 } } },
    leaves: { a: { author: '{ann}', revision: 2 }, b: { author: null, revision: 2 } },
    events: ['document.updated', 'document.updated'],
  },
  {
    name: 'changes all or nothing',
    as: 'editor',
    given: { ann, bob, a: ['articles', { title: 'A', author: '{bob}' }] },
    call: 'PATCH /api/collections/people/{ann}/joins/articles',
    body: { additions: ['{a}', '{nothing}'] },
    answers: { status: 422, code: 'validation', issues: [{ code: 'not_found', path: 'additions.1' }] },
    leaves: { a: { author: '{bob}', revision: 1 } },
    events: [],
  },
])

scenarios('paths through relationships and joins', { config: magazine, actors }, [
  {
    name: 'filter by a field of the target',
    given: {
      ann,
      bob,
      a: ['articles', { title: 'A', author: '{ann}' }],
      b: ['articles', { title: 'B', author: '{bob}' }],
      c: ['articles', { title: 'C' }],
    },
    call: 'GET /api/collections/articles?where={"author.name":{"equals":"Bob"}}',
    answers: { status: 200, docs: [{ id: '{b}' }] },
  },
  {
    name: 'negation includes documents without a target',
    given: { ann, a: ['articles', { title: 'A', author: '{ann}' }], c: ['articles', { title: 'C' }] },
    call: 'GET /api/collections/articles?where={"author.name":{"not_equals":"Ann"}}',
    answers: { status: 200, docs: [{ id: '{c}' }] },
  },
  {
    name: 'two relationships, and a join',
    given: {
      ann,
      bob,
      a: ['articles', { title: 'A', author: '{bob}' }],
      b: ['articles', { title: 'B', author: '{ann}' }],
    },
    call: 'GET /api/collections/people?where={"articles.author.mentor.name":{"equals":"Ann"}}',
    answers: { status: 200, docs: [{ id: '{bob}' }] },
  },
  {
    name: 'sort by a field of the target, null first',
    given: {
      ann,
      bob,
      b: ['articles', { title: 'B', author: '{bob}' }],
      a: ['articles', { title: 'A', author: '{ann}' }],
      c: ['articles', { title: 'C' }],
    },
    call: 'GET /api/collections/articles?sort=author.name',
    answers: { status: 200, docs: [{ id: '{c}' }, { id: '{a}' }, { id: '{b}' }] },
  },
  {
    name: 'an unreadable path is an unknown path',
    given: { ann, a: ['articles', { title: 'A', author: '{ann}' }] },
    call: 'GET /api/collections/articles?where={"author.salary":{"greater_than":10}}',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'where.author.salary' }] },
  },
  {
    name: 'an unreadable collection is an unknown path',
    call: 'GET /api/collections/articles?where={"secret.code":{"equals":"x1"}}',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'where.secret.code' }] },
  },
  {
    name: 'unreadable targets are like none',
    given: {
      hidden: ['tags', { name: 'Hidden', visible: false }],
      a: ['articles', { title: 'A', tags: ['{hidden}'] }],
    },
    call: 'GET /api/collections/articles/count?where={"tags.name":{"equals":"Hidden"}}',
    answers: { status: 200, body: { count: 0 } },
  },
  {
    name: 'through a polymorphic relationship',
    given: {
      ann,
      a: ['articles', { title: 'A' }],
      b: ['articles', { title: 'B', related: [{ relationTo: 'people', value: '{ann}' }] }],
    },
    call: 'GET /api/collections/articles?where={"related.name":{"equals":"Ann"}}',
    answers: { status: 200, docs: [{ id: '{b}' }] },
  },
])

scenarios('onDelete', { config: magazine, actors }, [
  {
    name: 'restrict refuses',
    as: 'editor',
    given: { ann, a: ['articles', { title: 'A', author: '{ann}' }] },
    call: 'DELETE /api/collections/people/{ann}',
    answers: { status: 409, code: 'referenced' },
    leaves: { ann: { name: 'Ann' } },
    events: [],
  },
  {
    name: 'clear removes the reference, with a new revision',
    as: 'editor',
    given: {
      one: ['tags', { name: 'One' }],
      two: ['tags', { name: 'Two' }],
      a: ['articles', { title: 'A', tags: ['{one}', '{two}'] }],
    },
    call: 'DELETE /api/collections/tags/{one}',
    answers: { status: 200, body: { id: '{one}', deleted: true } },
    leaves: { a: { tags: ['{two}'], revision: 2 }, one: null },
    events: ['document.updated', 'document.deleted'],
  },
  {
    name: 'keep leaves the id, which populates as an id',
    as: 'editor',
    given: {
      c: ['articles', { title: 'C' }],
      a: ['articles', { title: 'A', about: { relationTo: 'articles', value: '{c}' } }],
    },
    call: 'DELETE /api/collections/articles/{c}',
    answers: { status: 200 },
    leaves: { a: { about: { relationTo: 'articles', value: '{c}' }, revision: 1 } },
  },
])
