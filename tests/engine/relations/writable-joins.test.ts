import { scenarios } from '@quirecms/testkit'
import { actors, exchange } from './exchange.ts'

const setup = { config: exchange, actors }
const ann = ['people', { name: 'Ann' }] as const
const bob = ['people', { name: 'Bob' }] as const
const paper = (title: string, data: Record<string, unknown> = {}) =>
  ['papers', { title, owner: '{ann}', ...data }] as const
const change = (field: string) => `PATCH /api/collections/people/{ann}/joins/${field}`
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`)

scenarios('writable joins over every kind of relationship', setup, [
  {
    name: 'one: additions take the document from its former owner',
    as: 'ann',
    given: { ann, bob, a: paper('A', { author: '{bob}' }), b: paper('B', { author: '{ann}' }) },
    call: change('works'),
    body: { additions: ['{a}'], removals: ['{b}'] },
    answers: { status: 200, doc: { id: '{ann}', revision: 1, works: { docs: ['{a}'], totalDocs: 1 } } },
    leaves: { a: { author: '{ann}', revision: 2 }, b: { author: null, revision: 2 }, ann: { revision: 1 } },
    events: ['document.updated', 'document.updated'],
  },
  {
    name: 'many: added at the end, removed at any position, the rest in order',
    as: 'ann',
    given: {
      ann,
      bob,
      cid: ['people', { name: 'Cid' }],
      a: paper('A', { reviewers: ['{bob}', '{cid}'] }),
      b: paper('B', { reviewers: ['{bob}', '{ann}', '{cid}', '{ann}'] }),
    },
    call: change('desk.reviews'),
    body: { additions: ['{a}'], removals: ['{b}'] },
    answers: { status: 200, doc: { desk: { reviews: { docs: ['{a}'], totalDocs: 1 } } } },
    leaves: { a: { reviewers: ['{bob}', '{cid}', '{ann}'] }, b: { reviewers: ['{bob}', '{cid}'] } },
  },
  {
    name: 'polymorphic',
    as: 'ann',
    given: {
      ann,
      a: paper('A'),
      b: paper('B', { about: { relationTo: 'people', value: '{ann}' } }),
      c: paper('C', { about: { relationTo: 'papers', value: '{a}' } }),
    },
    call: change('portraits'),
    body: { additions: ['{a}', '{c}'], removals: ['{b}'] },
    answers: { status: 200, doc: { portraits: { docs: ['{c}', '{a}'], totalDocs: 2 } } },
    leaves: {
      a: { about: { relationTo: 'people', value: '{ann}' } },
      b: { about: null },
      c: { about: { relationTo: 'people', value: '{ann}' } },
    },
  },
  {
    name: 'polymorphic many',
    as: 'ann',
    given: {
      ann,
      a: paper('A'),
      b: paper('B', { related: [{ relationTo: 'papers', value: '{a}' }] }),
      c: paper('C', {
        related: [
          { relationTo: 'people', value: '{ann}' },
          { relationTo: 'papers', value: '{a}' },
        ],
      }),
    },
    call: change('mentions'),
    body: { additions: ['{b}'], removals: ['{c}'] },
    answers: { status: 200, doc: { mentions: { docs: ['{b}'], totalDocs: 1 } } },
    leaves: {
      b: {
        related: [
          { relationTo: 'papers', value: '{a}' },
          { relationTo: 'people', value: '{ann}' },
        ],
      },
      c: { related: [{ relationTo: 'papers', value: '{a}' }] },
    },
  },
  {
    name: 'of the collection itself, and of the document itself, which is returned in its new state',
    as: 'ann',
    given: { ann, bob },
    call: change('mentees'),
    body: { additions: ['{bob}', '{ann}'] },
    answers: { status: 200, doc: { revision: 2, mentor: '{ann}', mentees: { docs: ['{ann}', '{bob}'] } } },
    leaves: { ann: { mentor: '{ann}', revision: 2 }, bob: { mentor: '{ann}' } },
  },
])

scenarios('writable joins: no changes', setup, [
  {
    name: 'an existing addition stays, once',
    as: 'ann',
    given: { ann, bob, a: paper('A', { reviewers: ['{ann}', '{bob}'] }) },
    call: change('desk.reviews'),
    body: { additions: ['{a}'] },
    answers: { status: 200, doc: { desk: { reviews: { totalDocs: 1 } } } },
    leaves: { a: { reviewers: ['{ann}', '{bob}'] } },
  },
  {
    name: 'a removal that is absent changes nothing',
    as: 'ann',
    given: { ann, bob, a: paper('A', { author: '{bob}', reviewers: ['{bob}'] }) },
    call: change('works'),
    body: { removals: ['{a}'] },
    answers: { status: 200, doc: { works: { totalDocs: 0 } } },
    leaves: { a: { author: '{bob}', reviewers: ['{bob}'] } },
  },
  {
    name: 'nothing at all',
    as: 'ann',
    given: { ann },
    call: change('works'),
    body: {},
    answers: { status: 200, doc: { id: '{ann}', revision: 1 } },
    events: [],
  },
])

const refused = { status: 422, code: 'validation' }

scenarios('writable joins: refusals', setup, [
  {
    name: 'an id in both lists',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('works'),
    body: { additions: ['{a}'], removals: ['{a}'] },
    answers: { ...refused, issues: [{ code: 'unique', path: 'removals.0' }] },
    leaves: { a: { author: null, revision: 1 } },
  },
  {
    name: 'an id twice in a list',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('works'),
    body: { additions: ['{a}', '{a}'] },
    answers: { ...refused, issues: [{ code: 'unique', path: 'additions.1' }] },
  },
  {
    name: 'more than 100 in all',
    as: 'ann',
    given: { ann },
    call: change('works'),
    body: { additions: ids(100).slice(0, 60), removals: ids(101).slice(60) },
    answers: { ...refused, issues: [{ code: 'max_rows', path: 'additions' }] },
  },
  {
    name: 'more than 100 in a list',
    as: 'ann',
    given: { ann },
    call: change('works'),
    body: { removals: ids(101) },
    answers: { ...refused, issues: [{ code: 'max_rows', path: 'removals' }] },
  },
  {
    name: 'a body of another shape',
    as: 'ann',
    given: { ann },
    call: change('works'),
    body: { additions: 'x', removals: [1, ''], extra: true },
    answers: {
      ...refused,
      issues: [
        { code: 'type', path: 'additions' },
        { code: 'type', path: 'removals.0' },
        { code: 'min_length', path: 'removals.1' },
        { code: 'unknown_field', path: 'extra' },
      ],
    },
  },
  {
    name: 'unknown documents, at their own path; nothing is changed',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('works'),
    body: { additions: ['{a}', 'nonsense'] },
    answers: { ...refused, issues: [{ code: 'not_found', path: 'additions.1' }] },
    leaves: { a: { author: null, revision: 1 } },
  },
  {
    name: 'a document of another collection',
    as: 'ann',
    given: { ann, bob },
    call: change('works'),
    body: { removals: ['{bob}'] },
    answers: { ...refused, issues: [{ code: 'not_found', path: 'removals.0' }] },
  },
  {
    name: 'an unreadable document is reported as missing',
    as: 'ann',
    given: { ann, unseen: ['drafts', { text: 'Sesame' }] },
    call: change('drafts'),
    body: { additions: ['{unseen}'] },
    answers: { ...refused, issues: [{ code: 'not_found', path: 'additions.0' }] },
    never: ['Sesame'],
    leaves: { unseen: { by: null, revision: 1 } },
  },
  {
    name: 'a document that may be read but not changed: 403, and nothing is changed',
    as: 'ann',
    given: { ann, a: paper('A'), closed: paper('C', { closed: true }) },
    call: change('works'),
    body: { additions: ['{a}', '{closed}'] },
    answers: { status: 403, code: 'forbidden' },
    leaves: { a: { author: null, revision: 1 }, closed: { author: null, revision: 1 } },
  },
  {
    name: 'which an admin may do',
    as: 'admin',
    given: { ann, closed: paper('C', { closed: true }) },
    call: change('works'),
    body: { additions: ['{closed}'] },
    answers: { status: 200, doc: { works: { docs: ['{closed}'] } } },
  },
  {
    name: 'a relationship that may not be written',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('guarded'),
    body: { additions: ['{a}'] },
    answers: { ...refused, issues: [{ code: 'forbidden', path: 'additions.0' }] },
    leaves: { a: { guard: null, revision: 1 } },
  },
  {
    name: 'a required relationship cannot be removed',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('owned'),
    body: { removals: ['{a}'] },
    answers: { ...refused, issues: [{ code: 'required', path: 'removals.0' }] },
    leaves: { a: { owner: '{ann}', revision: 1 } },
  },
  {
    name: 'an anonymous caller',
    given: { ann, a: paper('A') },
    call: change('works'),
    body: { additions: ['{a}'] },
    answers: { status: 401, code: 'unauthenticated' },
    leaves: { a: { author: null } },
  },
  {
    name: 'an outdated revision of the document',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('works'),
    headers: { 'if-match': '"2"' },
    body: { additions: ['{a}'] },
    answers: { status: 409, code: 'revision_conflict' },
    leaves: { a: { author: null } },
  },
  {
    name: 'its current revision',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: change('works'),
    headers: { 'if-match': '"1"' },
    body: { additions: ['{a}'] },
    answers: { status: 200, doc: { revision: 1 } },
  },
  {
    name: 'a missing document',
    as: 'ann',
    given: { ann },
    call: 'PATCH /api/collections/people/{nothing}/joins/works',
    body: {},
    answers: { status: 404, code: 'not_found' },
  },
  ...['famous', 'quoted', 'name', 'mentor', 'nope', 'reviews', 'desk', 'unseen', '__proto__'].map((field) => ({
    name: `${field} is no writable join`,
    as: 'ann',
    given: { ann },
    call: change(field),
    body: {},
    answers: { status: 404, code: 'not_found' },
  })),
  {
    name: 'a collection without writable joins has no such route',
    only: 'http',
    as: 'ann',
    given: { ann, a: paper('A') },
    call: 'PATCH /api/collections/papers/{a}/joins/author',
    body: {},
    answers: { status: 404, code: 'not_found' },
  },
])
