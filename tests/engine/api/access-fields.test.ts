import { type Scenario, scenarios } from '@quirecms/testkit'
import { actors, ann, CLOSED, staff } from './staff.ts'

const setup = { config: staff, actors }
const ANN = '/api/collections/people/{ann}'

const seen = {
  name: 'Ann',
  nick: 'Annie',
  role: 'user',
  once: 'first',
  open: { text: 'seen' },
  rows: [
    { id: 'r1', label: 'One' },
    { id: 'r2', label: 'Two' },
  ],
  blocks: [{ id: 'b1', blockType: 'card', text: 'seen' }],
}

scenarios('an unreadable field is absent, never null, in every response', setup, [
  {
    name: 'read',
    given: { ann },
    call: `GET ${ANN}`,
    answers: { status: 200, doc: seen },
    never: [...CLOSED, 'diary'],
  },
  {
    name: 'list',
    given: { ann },
    call: 'GET /api/collections/people',
    answers: { status: 200, docs: [seen] },
    never: [...CLOSED, 'diary'],
  },
  {
    name: 'create',
    call: 'POST /api/collections/people',
    body: { name: 'Zoe', nick: 'Z', open: { text: 'x' }, rows: [{ label: 'a' }], blocks: [{ blockType: 'card' }] },
    answers: { status: 201, doc: { name: 'Zoe', role: 'user', open: { text: 'x' } } },
    never: [...CLOSED, 'nick', ':1000', '"D"'],
  },
  {
    name: 'update',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { open: { text: 'new' } },
    answers: { status: 200, doc: { ...seen, open: { text: 'new' } } },
    never: CLOSED,
    leaves: { ann: { salary: 4711, open: { text: 'new', closed: 'hush' }, closed: { text: 'hush' } } },
  },
  {
    name: 'update with {}',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: {},
    answers: { status: 200, doc: seen },
    never: CLOSED,
  },
  {
    name: 'duplicate',
    given: { ann },
    call: `POST ${ANN}/duplicate`,
    body: {},
    answers: { status: 201, doc: seen },
    never: [...CLOSED, 'diary'],
  },
  {
    name: 'bulk',
    given: { ann },
    call: 'POST /api/collections/people/bulk',
    body: { action: 'update', ids: ['{ann}'], data: { name: 'Ann' } },
    answers: { status: 200, body: { results: [{ ok: true, doc: seen }] } },
    never: CLOSED,
  },
  {
    name: 'a selection cannot include it',
    given: { ann },
    call: `GET ${ANN}?select={"salary":true,"open":{"closed":true},"rows":{"closed":true},"blocks":{"card":{"closed":true}},"closed":true}`,
    answers: {
      status: 200,
      exactDoc: {
        id: '{ann}',
        open: {},
        rows: [{ id: 'r1' }, { id: 'r2' }],
        blocks: [{ id: 'b1', blockType: 'card' }],
      },
    },
  },
  {
    name: 'callers with the right to read it get it',
    as: 'hr',
    given: { ann },
    call: `GET ${ANN}`,
    answers: {
      status: 200,
      doc: {
        salary: 4711,
        open: { closed: 'hush' },
        closed: { text: 'hush', list: [{ x: 'hush' }] },
        rows: [{ closed: 'hush 1' }, { closed: 'hush 2' }],
        blocks: [{ closed: 'hush' }],
        extra: { hush: true },
        computed: '4711 a month',
      },
    },
    never: ['diary'],
  },
  {
    name: 'a rule that depends on the document decides for each',
    as: 'bob',
    given: { ann, other: ['people', { name: 'Eve', owner: 'eve', diary: 'Eve’s secret', nick: 'E' }] },
    call: 'GET /api/collections/people?sort=name',
    answers: { status: 200, docs: [{ name: 'Ann', diary: 'Dear diary', nick: 'Annie' }, { name: 'Eve' }] },
    never: [...CLOSED, 'Eve’s secret', '"E"'],
  },
])

const forbidden = (path: string) => ({ code: 'forbidden', path }) as const

scenarios('a write to a forbidden field answers 422 forbidden, at every depth', setup, [
  {
    name: 'create',
    call: 'POST /api/collections/people',
    body: {
      name: 'Zoe',
      salary: 1,
      role: 'admin',
      open: { closed: 'x' },
      closed: { text: 'x' },
      rows: [{ label: 'fine' }, { closed: 'x' }],
      closedRows: [],
      blocks: [{ blockType: 'card', closed: null }],
      extra: null,
      computed: 1,
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        ...['salary', 'role', 'open.closed', 'closed', 'rows.1.closed', 'closedRows', 'blocks.0.closed', 'extra'].map(
          forbidden,
        ),
        { code: 'read_only', path: 'computed' },
      ],
    },
  },
  {
    name: 'an update changes nothing',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: {
      name: 'New',
      salary: 4711,
      role: 'admin',
      once: null,
      open: { closed: null },
      closed: null,
      rows: [{ id: 'r1', closed: 'x' }],
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: ['salary', 'role', 'once', 'open.closed', 'closed', 'rows.0.closed'].map(forbidden),
    },
    leaves: { ann: { name: 'Ann', salary: 4711, role: 'user', once: 'first', revision: 1 } },
  },
  {
    name: 'forbidden fields are reported together with other issues',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { name: 7, salary: 'much', nope: 1 },
    answers: {
      status: 422,
      code: 'validation',
      issues: [forbidden('salary'), { code: 'type', path: 'name' }, { code: 'unknown_field', path: 'nope' }],
    },
  },
  {
    name: 'callers with the right to write it may do so',
    as: 'hr',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { salary: 1, role: 'admin', open: { closed: 'new' }, rows: [{ id: 'r2', closed: 'new' }], extra: { a: 1 } },
    answers: {
      status: 200,
      doc: {
        salary: 1,
        role: 'admin',
        open: { text: 'seen', closed: 'new' },
        rows: [{ id: 'r2', label: 'Two', closed: 'new' }],
      },
    },
  },
  {
    name: 'a rule that returns a Where is tested against the document: it matches',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { nick: 'A' },
    answers: { status: 200, doc: { nick: 'A' } },
  },
  {
    name: 'a rule that returns a Where is tested against the document: it does not match',
    given: { other: ['people', { name: 'Eve', nick: 'E' }] },
    call: 'PATCH /api/collections/people/{other}',
    // Compared with the stored document, not with the result of this update.
    body: { name: 'Ann', nick: 'A' },
    answers: { status: 422, code: 'validation', issues: [forbidden('nick')] },
    leaves: { other: { name: 'Eve', nick: 'E' } },
  },
  {
    name: 'a field that may be set on create may be forbidden on update',
    call: 'POST /api/collections/people',
    body: { name: 'x', once: 'now' },
    answers: { status: 201, doc: { once: 'now' } },
  },
  {
    name: 'bulk reports it below data',
    given: { ann },
    call: 'POST /api/collections/people/bulk',
    body: { action: 'update', ids: ['{ann}'], data: { salary: 1 } },
    answers: { status: 200, body: { results: [{ ok: false, error: { issues: [forbidden('data.salary')] } }] } },
    events: [],
    leaves: { ann: { salary: 4711 } },
  },
])

const kept: Scenario['leaves'] = {
  ann: {
    rows: [
      { id: 'r2', closed: 'hush 2' },
      { id: 'r1', closed: 'hush 1' },
    ],
    blocks: [{ id: 'b1', closed: 'hush' }],
  },
}

scenarios('rows and groups keep fields that their writer may not read', setup, [
  {
    name: 'a document sent back as it was read, in another order, keeps everything',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { name: 'Ann', open: seen.open, rows: seen.rows.toReversed(), blocks: seen.blocks },
    answers: { status: 200, doc: { rows: seen.rows.toReversed() } },
    never: CLOSED,
    leaves: kept,
  },
  {
    name: 'a row that its writer adds gets the default of a field that they may not write',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { rows: [{ label: 'New' }, { id: 'r1' }] },
    answers: { status: 200, doc: { rows: [{ label: 'New' }, { id: 'r1', label: 'One' }] } },
    never: CLOSED,
    leaves: {
      ann: {
        rows: [
          { label: 'New', closed: 'D' },
          { id: 'r1', closed: 'hush 1' },
        ],
      },
    },
  },
  {
    name: 'null clears only the writable fields of a group',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { open: null },
    answers: { status: 200, doc: { open: { text: null } } },
    never: CLOSED,
    leaves: { ann: { open: { text: null, closed: 'hush' } } },
  },
  {
    name: 'null clears a whole group if all of it is writable',
    as: 'hr',
    given: { ann },
    call: `PATCH ${ANN}`,
    body: { open: null, closed: null },
    answers: { status: 200, doc: { open: { text: null, closed: null }, closed: { text: null, list: [] } } },
  },
])
