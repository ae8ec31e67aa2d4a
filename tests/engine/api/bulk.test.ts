import { type Scenario, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'

const everybody = () => true

const config = defineConfig({
  collections: {
    notes: collection({
      fields: {
        title: f.text({ required: true }),
        code: f.text({ unique: true }),
        owner: f.text(),
        parts: f.array({ fields: { label: f.text({ required: true }) } }),
        locked: f.text({ access: { update: () => false } }),
        secret: f.text({ access: { read: () => false } }),
        trap: f.text(),
      },
      access: {
        read: ({ actor }) => actor !== null || { owner: { equals: 'everybody' } },
        create: everybody,
        update: ({ actor }) => actor !== null && { owner: { in: [actor.id, 'everybody'] } },
        delete: ({ actor }) => actor !== null && { owner: { equals: actor.id } },
      },
      hooks: {
        afterChange: [
          ({ data }) => {
            if (data?.['trap'] === 'spring') throw new Error('The cause of all evil')
          },
        ],
      },
    }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const setup = { config, actors: { ann } }
const BULK = 'POST /api/collections/notes/bulk'
const mine = ['notes', { title: 'Mine', owner: ann.id, secret: 'hush' }] as const
const alsoMine = ['notes', { title: 'Also mine', owner: ann.id }] as const
const theirs = ['notes', { title: 'Theirs', owner: 'another user' }] as const

scenarios('bulk', setup, [
  {
    name: 'updates each document in the given order, and returns each',
    as: 'ann',
    given: { mine, alsoMine },
    call: BULK,
    body: { action: 'update', ids: ['{alsoMine}', '{mine}'], data: { title: 'New' } },
    answers: {
      status: 200,
      body: {
        results: [
          { id: '{alsoMine}', ok: true, doc: { id: '{alsoMine}', title: 'New', revision: 2 } },
          { id: '{mine}', ok: true, doc: { id: '{mine}', title: 'New', revision: 2 } },
        ],
        succeeded: 2,
        failed: 0,
      },
    },
    never: ['hush', 'secret'],
    events: ['document.updated', 'document.updated'],
    leaves: { mine: { title: 'New', secret: 'hush' }, alsoMine: { title: 'New' } },
  },
  {
    name: 'checks access for each: returns changed documents, and a reason for others',
    as: 'ann',
    given: { mine, theirs },
    call: BULK,
    body: { action: 'update', ids: ['{theirs}', '{nothing}', 'nonsense', '{mine}'], data: { title: 'New' } },
    answers: {
      status: 200,
      body: {
        results: [
          { id: '{theirs}', ok: false, error: { code: 'forbidden' } },
          { id: '{nothing}', ok: false, error: { code: 'not_found' } },
          { id: 'nonsense', ok: false, error: { code: 'not_found' } },
          { id: '{mine}', ok: true },
        ],
        succeeded: 1,
        failed: 3,
      },
    },
    never: ['Theirs'],
    events: ['document.updated'],
    leaves: { mine: { title: 'New' }, theirs: { title: 'Theirs', revision: 1 } },
  },
  {
    name: 'deletes each document, and returns none',
    as: 'ann',
    given: { mine, theirs, alsoMine },
    call: BULK,
    body: { action: 'delete', ids: ['{mine}', '{theirs}', '{alsoMine}'] },
    answers: {
      status: 200,
      body: {
        results: [
          { id: '{mine}', ok: true },
          { id: '{theirs}', ok: false, error: { code: 'forbidden' } },
          { id: '{alsoMine}', ok: true },
        ],
        succeeded: 2,
        failed: 1,
      },
    },
    never: ['"doc"', 'Mine'],
    events: ['document.deleted', 'document.deleted'],
    leaves: { mine: null, theirs: { title: 'Theirs' }, alsoMine: null },
  },
  {
    name: 'returns only failures if requested, and counts all',
    as: 'ann',
    given: { mine, theirs, alsoMine },
    call: BULK,
    body: { action: 'delete', ids: ['{mine}', '{theirs}', '{alsoMine}'], results: 'failures' },
    answers: {
      status: 200,
      body: { results: [{ id: '{theirs}', ok: false, error: { code: 'forbidden' } }], succeeded: 2, failed: 1 },
    },
    leaves: { mine: null, theirs: { title: 'Theirs' }, alsoMine: null },
  },
  {
    name: 'applies the rules: an anonymous caller is refused for each document',
    given: { mine, open: ['notes', { title: 'Open', owner: 'everybody' }] },
    call: BULK,
    body: { action: 'delete', ids: ['{mine}', '{open}'] },
    answers: {
      status: 200,
      body: {
        results: [
          { ok: false, error: { code: 'unauthenticated' } },
          { ok: false, error: { code: 'unauthenticated' } },
        ],
        succeeded: 0,
        failed: 2,
      },
    },
    events: [],
    leaves: { mine: { title: 'Mine' }, open: { title: 'Open' } },
  },
  {
    name: 'reports issues below data, with the status of each failure',
    only: 'http',
    as: 'ann',
    given: { mine },
    call: BULK,
    body: { action: 'update', ids: ['{mine}'], data: { title: '', nope: 1, locked: 'x', id: 'x', parts: [{}] } },
    answers: {
      status: 200,
      body: {
        results: [
          {
            id: '{mine}',
            ok: false,
            error: {
              code: 'validation',
              status: 422,
              issues: [
                { code: 'read_only', path: 'data.id' },
                { code: 'unknown_field', path: 'data.nope' },
                { code: 'forbidden', path: 'data.locked' },
                { code: 'required', path: 'data.title' },
                { code: 'required', path: 'data.parts.0.label' },
              ],
            },
          },
        ],
        succeeded: 0,
        failed: 1,
      },
    },
    events: [],
    leaves: { mine: { title: 'Mine', revision: 1 } },
  },
  {
    name: 'uses a transaction per document: the first takes the unique value, the second fails',
    as: 'ann',
    given: { mine, alsoMine },
    call: BULK,
    body: { action: 'update', ids: ['{mine}', '{alsoMine}'], data: { code: 'one' } },
    answers: {
      status: 200,
      body: {
        results: [
          { id: '{mine}', ok: true },
          {
            id: '{alsoMine}',
            ok: false,
            error: { code: 'validation', issues: [{ code: 'unique', path: 'data.code' }] },
          },
        ],
      },
    },
    events: ['document.updated'],
    leaves: { mine: { code: 'one' }, alsoMine: { code: null, revision: 1 } },
  },
  {
    name: 'rolls back a document whose hook fails, reports it as internal, and changes the others',
    as: 'ann',
    given: { mine, theirs },
    call: BULK,
    body: { action: 'update', ids: ['{mine}', '{theirs}'], data: { trap: 'spring' } },
    answers: {
      status: 200,
      body: {
        results: [
          { id: '{mine}', ok: false, error: { code: 'internal' } },
          { id: '{theirs}', ok: false, error: { code: 'forbidden' } },
        ],
        succeeded: 0,
        failed: 2,
      },
    },
    never: ['evil', 'cause'],
    events: [],
    leaves: { mine: { trap: null, revision: 1 } },
  },
  {
    name: 'data {} changes nothing and creates no revision',
    as: 'ann',
    given: { mine },
    call: BULK,
    body: { action: 'update', ids: ['{mine}'], data: {} },
    answers: { status: 200, body: { results: [{ ok: true, doc: { revision: 1 } }], succeeded: 1, failed: 0 } },
    events: [],
  },
])

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`)

const wrong: readonly (readonly [string, unknown, readonly [code: string, path: string][]])[] = [
  [
    'an empty body',
    {},
    [
      ['required', 'action'],
      ['required', 'ids'],
    ],
  ],
  ['no ids', { action: 'delete', ids: [] }, [['min_rows', 'ids']]],
  ['more than 100 ids', { action: 'delete', ids: many(101) }, [['max_rows', 'ids']]],
  ['an id twice', { action: 'delete', ids: ['{mine}', '{nothing}', '{mine}'] }, [['unique', 'ids.2']]],
  ['an empty id', { action: 'delete', ids: ['{mine}', ''] }, [['min_length', 'ids.1']]],
  [
    'ids that are no texts',
    { action: 'delete', ids: [1, null, '{mine}'] },
    [
      ['type', 'ids.0'],
      ['type', 'ids.1'],
    ],
  ],
  ['ids that are no list', { action: 'delete', ids: '{mine}' }, [['type', 'ids']]],
  ['an unknown action', { action: 'constructor', ids: ['{mine}'] }, [['option', 'action']]],
  ['an action of a feature that is off', { action: 'publish', ids: ['{mine}'] }, [['option', 'action']]],
  ['an action that is no text', { action: ['delete'], ids: ['{mine}'] }, [['type', 'action']]],
  ['update without data', { action: 'update', ids: ['{mine}'] }, [['required', 'data']]],
  ['data that is no object', { action: 'update', ids: ['{mine}'], data: [] }, [['type', 'data']]],
  ['an unknown member', { action: 'delete', ids: ['{mine}'], limit: 1 }, [['unknown_field', 'limit']]],
  ['ids and where', { action: 'delete', ids: ['{mine}'], where: {} }, [['custom', 'where']]],
  ['neither ids nor where', { action: 'delete' }, [['required', 'ids']]],
  ['where without data', { action: 'update', where: {} }, [['required', 'data']]],
]

scenarios(
  'bulk: a body of the wrong shape is 422 and touches nothing',
  { ...setup, matrix: 'validation' },
  wrong.map(
    ([name, body, issues]): Scenario => ({
      name,
      as: 'ann',
      given: { mine },
      call: BULK,
      body,
      answers: {
        status: 422,
        code: 'validation',
        issues: issues.map(([code, path]) => ({ code: code as 'type', path })),
      },
      leaves: { mine: { title: 'Mine', revision: 1 } },
    }),
  ),
)

scenarios('bulk: the maximum number of ids', setup, [
  {
    name: '100 ids are allowed',
    as: 'ann',
    call: BULK,
    body: { action: 'delete', ids: many(100) },
    answers: { status: 200, body: { succeeded: 0, failed: 100 } },
    events: [],
  },
])
