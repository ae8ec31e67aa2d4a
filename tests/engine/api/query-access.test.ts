import type { Actor } from '@quirecms/core'
import { scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'

const actors = {
  nothing: { id: '01890000-0000-7000-8000-000000000001', collection: 'users', sees: { id: { in: [] } } },
  none: { id: '01890000-0000-7000-8000-000000000002', collection: 'users', sees: { or: [] } },
  all: { id: '01890000-0000-7000-8000-000000000003', collection: 'users', sees: {} },
  some: { id: '01890000-0000-7000-8000-000000000004', collection: 'users', sees: { secret: { equals: 'a' } } },
  refused: { id: '01890000-0000-7000-8000-000000000005', collection: 'users', sees: false },
} satisfies Record<string, Actor>

/** Rules that return what their actor contains. */
const config = defineConfig({
  collections: {
    notes: collection({
      fields: { title: f.text(), secret: f.text({ hidden: true }) },
      access: { read: ({ actor }) => (actor?.['sees'] ?? false) as boolean },
    }),
  },
})

const given = {
  one: ['notes', { title: 'One', secret: 'a' }],
  two: ['notes', { title: 'Two', secret: 'b' }],
} as const

scenarios('a rule that returns a query', { config, actors }, [
  ...(['nothing', 'none'] as const).flatMap((as) => [
    {
      name: `that finds nothing is no refusal of lists (${as})`,
      as,
      given,
      call: 'GET /api/collections/notes',
      answers: { status: 200, docs: [], body: { pagination: { totalDocs: 0 } } },
    },
    {
      name: `that finds nothing is no refusal of counts (${as})`,
      as,
      given,
      call: 'GET /api/collections/notes/count',
      answers: { status: 200, body: { count: 0 } },
    },
    {
      name: `that finds nothing hides each document (${as})`,
      as,
      given,
      call: 'GET /api/collections/notes/{one}',
      answers: { status: 404, code: 'not_found' },
    },
  ]),
  {
    name: 'without conditions allows all',
    as: 'all',
    given,
    call: 'GET /api/collections/notes?sort=title',
    answers: { status: 200, docs: [{ id: '{one}' }, { id: '{two}' }] },
  },
  {
    name: 'is part of the list and its total',
    as: 'some',
    given,
    call: 'GET /api/collections/notes',
    answers: { status: 200, docs: [{ id: '{one}' }], body: { pagination: { totalDocs: 1 } } },
  },
  {
    name: 'cannot be bypassed by a filter',
    as: 'some',
    given,
    call: 'GET /api/collections/notes?where={"or":[{},{"title":{"equals":"Two"}},{"not":{"title":{"exists":true}}}]}',
    answers: { status: 200, docs: [{ id: '{one}' }] },
  },
  {
    name: 'may use fields that its actor may not read',
    as: 'some',
    given,
    call: 'GET /api/collections/notes?where={"secret":{"equals":"a"}}',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'where.secret' }] },
  },
  {
    name: 'is evaluated before the filter',
    as: 'refused',
    given,
    call: 'GET /api/collections/notes?where={"nope":{}}',
    answers: { status: 403, code: 'forbidden' },
  },
])
