import { scenarios } from '@quirecms/testkit'
import { actors, blog } from './blog.ts'

const setup = { config: blog, actors }
const post = ['posts', { title: 'Hello', note: 'secret', seo: { description: 'D' } }] as const

scenarios('read one', setup, [
  {
    name: 'answers with the document and its revision as ETag',
    given: { post },
    call: 'GET /api/collections/posts/{post}',
    answers: { status: 200, doc: { id: '{post}', revision: 1, title: 'Hello' }, headers: { etag: '"1"' } },
    never: ['secret', 'note'],
    events: [],
  },
  {
    name: 'a document of another collection is 404',
    given: { author: ['authors', { name: 'A' }] },
    call: 'GET /api/collections/posts/{author}',
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'a missing document is 404',
    call: 'GET /api/collections/posts/{nothing}',
    answers: { status: 404, code: 'not_found' },
  },
  ...[
    'hello',
    '01890000-0000-7000-8000-00000000000',
    '01890000-0000-7000-8000-0000000000000',
    '01890000-0000-7000-8000-00000000000G',
    '%27%20or%201%3D1--',
    '%00',
    '..%2f..%2fglobals%2fsettings',
    '%F0%9F%98%80',
    '{post}%00',
    '{post}%20',
  ].map((segment) => ({
    name: `a segment that is no UUID is no document: ${segment}`,
    only: 'http' as const,
    given: { post },
    call: `GET /api/collections/posts/${segment}`,
    answers: { status: 404, code: 'not_found' },
    never: ['Hello', 'SQL', 'sqlite'],
  })),
  ...['hello', "' or 1=1--", '\0', '😀', 'constructor', '__proto__'].map((id) => ({
    name: `an id that is no UUID is no document: ${JSON.stringify(id)}`,
    only: 'local' as const,
    call: `GET /api/collections/posts/${id}`,
    answers: { status: 404, code: 'not_found' },
  })),
])

scenarios('delete', setup, [
  {
    name: 'answers 200 with the id, and the document no longer exists',
    as: 'editor',
    given: { post, other: ['posts', { title: 'Other' }] },
    call: 'DELETE /api/collections/posts/{post}',
    answers: { status: 200, body: { id: '{post}', deleted: true } },
    never: ['Hello', 'doc'],
    events: ['document.deleted'],
    leaves: { post: null, other: { title: 'Other' } },
    counts: { posts: 1 },
  },
  {
    name: 'a missing document is 404',
    as: 'editor',
    given: { post },
    call: 'DELETE /api/collections/posts/{nothing}',
    answers: { status: 404, code: 'not_found' },
    leaves: { post: { title: 'Hello' } },
  },
  {
    name: 'refuses anonymous callers',
    given: { post },
    call: 'DELETE /api/collections/posts/{post}',
    answers: { status: 401, code: 'unauthenticated' },
    leaves: { post: { title: 'Hello' } },
  },
  {
    name: 'refuses a body',
    only: 'http',
    as: 'editor',
    given: { post },
    call: 'DELETE /api/collections/posts/{post}',
    body: {},
    answers: { status: 400, code: 'invalid_request' },
    leaves: { post: { title: 'Hello' } },
  },
  {
    name: 'a referenced document is deleted, and the references keep its id',
    as: 'editor',
    given: { author: ['authors', { name: 'A' }], book: ['posts', { title: 'B', author: '{author}' }] },
    call: 'DELETE /api/collections/authors/{author}',
    answers: { status: 200, body: { id: '{author}', deleted: true } },
    events: ['document.deleted'],
    leaves: { author: null, book: { author: '{author}', revision: 1 } },
  },
  {
    name: 'a unique value becomes available',
    as: 'editor',
    given: { author: ['authors', { name: 'A', email: 'a@example.com' }] },
    call: 'DELETE /api/collections/authors/{author}',
    answers: { status: 200, body: { id: '{author}', deleted: true } },
    counts: { authors: 0 },
  },
])

scenarios(
  'count agrees with list',
  setup,
  [
    ['', 3],
    ['?where={"views":{"greater_than":1}}', 2],
    ['?where={"title":{"equals":"none of them"}}', 0],
    ['?page=2&limit=2&sort=-views&select={"title":true}', 3],
  ].map(([query, count]) => ({
    name: `count${query}`,
    given: {
      one: ['posts', { title: '1', views: 1 }],
      two: ['posts', { title: '2', views: 2 }],
      three: ['posts', { title: '3', views: 3 }],
    } as const,
    call: `GET /api/collections/posts/count${query}`,
    answers: { status: 200, body: { count } },
    never: ['docs', 'pagination'],
  })),
)

scenarios(
  'count refuses what list refuses',
  { ...setup, matrix: 'validation' },
  (
    [
      ['?page=0', 'type', 'page'],
      ['?limit=101', 'type', 'limit'],
      ['?sort=nope', 'unknown_field', 'sort.nope'],
      ['?select={"nope":true}', 'unknown_field', 'select.nope'],
      ['?where={"nope":{"equals":1}}', 'unknown_field', 'where.nope'],
    ] as const
  ).map(([query, code, path]) => ({
    name: `count refuses what list refuses: ${query}`,
    call: `GET /api/collections/posts/count${query}`,
    answers: { status: 400, code: 'invalid_query', issues: [{ code, path }] },
  })),
)
