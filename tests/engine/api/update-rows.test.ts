import { scenarios } from '@quirecms/testkit'
import { anyId } from './matchers.ts'
import { pages } from './pages.ts'

const PAGE = 'PATCH /api/collections/pages/{page}'
const rows = [
  { id: 'r1', label: 'One', kind: 'bold', internal: 'hidden 1', inner: [{ id: 'i1', value: 5, unit: 'kg' }] },
  { id: 'r2', label: 'Two', internal: 'hidden 2' },
]
const page = ['pages', { title: 'x', rows }] as const

scenarios('update: rows are matched by id', { config: pages }, [
  {
    name: 'a row keeps the sub-fields that were not sent and those that its writer cannot see',
    given: { page },
    call: PAGE,
    body: { rows: [{ id: 'r1', label: 'Uno' }, { id: 'r2' }] },
    answers: {
      status: 200,
      doc: {
        rows: [
          { id: 'r1', label: 'Uno', kind: 'bold', inner: [{ id: 'i1', value: 5, unit: 'kg' }] },
          { id: 'r2', label: 'Two', kind: 'plain', inner: [] },
        ],
      },
    },
    never: ['hidden', 'internal'],
    leaves: {
      page: {
        rows: [
          { id: 'r1', internal: 'hidden 1' },
          { id: 'r2', internal: 'hidden 2' },
        ],
      },
    },
  },
  {
    name: 'rows move with all their values',
    given: { page },
    call: PAGE,
    body: { rows: [{ id: 'r2' }, { id: 'r1' }] },
    answers: {
      status: 200,
      doc: {
        rows: [
          { id: 'r2', label: 'Two' },
          { id: 'r1', label: 'One', kind: 'bold' },
        ],
      },
    },
    leaves: {
      page: {
        rows: [
          { id: 'r2', internal: 'hidden 2' },
          { id: 'r1', internal: 'hidden 1' },
        ],
      },
    },
  },
  {
    name: 'a row that is not sent is removed',
    given: { page },
    call: PAGE,
    body: { rows: [{ id: 'r2' }] },
    answers: { status: 200, doc: { rows: [{ id: 'r2', label: 'Two' }] } },
    never: ['One', 'kg'],
  },
  {
    name: 'a row without an id, or with a new one, is new: it gets an id and its defaults',
    given: { page },
    call: PAGE,
    body: { rows: [{ label: 'New', inner: [{}] }, { id: 'r1' }, { id: 'mine', label: 'Mine' }] },
    answers: {
      status: 200,
      doc: {
        rows: [
          { id: anyId, label: 'New', kind: 'plain', inner: [{ id: anyId, value: 1, unit: null }] },
          { id: 'r1', label: 'One', kind: 'bold' },
          { id: 'mine', label: 'Mine', kind: 'plain', inner: [] },
        ],
      },
    },
  },
  {
    name: 'a new row needs its required values, an existing one has them',
    given: { page },
    call: PAGE,
    body: { rows: [{ id: 'r1' }, {}, { id: 'other' }] },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'required', path: 'rows.1.label' },
        { code: 'required', path: 'rows.2.label' },
      ],
    },
    leaves: { page: { revision: 1, rows: [{ id: 'r1' }, { id: 'r2' }] } },
  },
  {
    name: 'null clears a field of a row, but not a required one',
    given: { page },
    call: PAGE,
    body: {
      rows: [
        { id: 'r1', kind: null, label: null },
        { id: 'r2', kind: null },
      ],
    },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'rows.0.label' }] },
    leaves: { page: { rows: [{ kind: 'bold' }, { kind: 'plain' }] } },
  },
  {
    name: 'nested rows are matched as well',
    given: { page },
    call: PAGE,
    body: { rows: [{ id: 'r1', inner: [{ value: 1 }, { id: 'i1', value: 6 }] }] },
    answers: {
      status: 200,
      doc: {
        rows: [
          {
            id: 'r1',
            label: 'One',
            inner: [
              { value: 1, unit: null },
              { id: 'i1', value: 6, unit: 'kg' },
            ],
          },
        ],
      },
    },
  },
  {
    name: 'null and [] empty a list',
    given: { page },
    call: PAGE,
    body: { rows: null, blocks: [] },
    answers: { status: 200, doc: { rows: [], blocks: [] } },
    leaves: { page: { rows: [] } },
  },
  {
    name: 'an id from another list is new here',
    given: { page },
    call: PAGE,
    body: { others: [{ id: 'r1', label: 'Of its own' }] },
    answers: {
      status: 200,
      doc: {
        rows: [{ id: 'r1', label: 'One' }, { id: 'r2' }],
        others: [{ id: 'r1', label: 'Of its own', kind: 'other' }],
      },
    },
  },
  {
    name: 'an id of an inner row of another row is new here',
    given: { page },
    call: PAGE,
    body: { rows: [{ id: 'r1' }, { id: 'r2', inner: [{ id: 'i1' }] }] },
    answers: {
      status: 200,
      doc: { rows: [{ inner: [{ id: 'i1', value: 5, unit: 'kg' }] }, { inner: [{ id: 'i1', value: 1, unit: null }] }] },
    },
  },
])

const blocks = [
  { id: 'b1', blockType: 'hero', heading: 'Hi', size: 9 },
  { id: 'b2', blockType: 'text', body: 'Long' },
]

scenarios('update: blocks', { config: pages }, [
  {
    name: 'keep values that were not sent, wherever they move',
    given: { page: ['pages', { title: 'x', blocks }] },
    call: PAGE,
    body: {
      blocks: [
        { id: 'b2', blockType: 'text' },
        { id: 'b1', blockType: 'hero', heading: 'Ho' },
      ],
    },
    answers: {
      status: 200,
      doc: {
        blocks: [
          { id: 'b2', blockType: 'text', body: 'Long', size: 'm' },
          { id: 'b1', blockType: 'hero', heading: 'Ho', size: 9 },
        ],
      },
    },
  },
  {
    name: 'a block of another type under the same id starts with its own defaults',
    given: { page: ['pages', { title: 'x', blocks }] },
    call: PAGE,
    body: { blocks: [{ id: 'b1', blockType: 'text' }] },
    answers: { status: 200, doc: { blocks: [{ id: 'b1', blockType: 'text', body: null, size: 'm' }] } },
    never: ['Hi', 'heading'],
  },
  {
    name: 'a block of another type needs its required values',
    given: { page: ['pages', { title: 'x', blocks }] },
    call: PAGE,
    body: { blocks: [{ id: 'b2', blockType: 'hero' }] },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'blocks.0.heading' }] },
    leaves: { page: { revision: 1, blocks: [{ id: 'b1' }, { id: 'b2' }] } },
  },
  {
    name: 'a block needs its type each time',
    given: { page: ['pages', { title: 'x', blocks }] },
    call: PAGE,
    body: { blocks: [{ id: 'b1', heading: 'Ho' }] },
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'blocks.0.blockType' }] },
  },
])

scenarios('create: rows get ids and defaults', { config: pages }, [
  {
    name: 'at every depth; a given id stays',
    call: 'POST /api/collections/pages',
    body: {
      title: 'x',
      rows: [{ id: 'mine', label: 'a', inner: [{}, { value: null }] }],
      blocks: [{ blockType: 'text' }],
    },
    answers: {
      status: 201,
      doc: {
        rows: [
          {
            id: 'mine',
            kind: 'plain',
            inner: [
              { id: anyId, value: 1 },
              { id: anyId, value: null },
            ],
          },
        ],
        blocks: [{ id: anyId, blockType: 'text', body: null, size: 'm' }],
        owner: { name: 'nobody', mail: null },
      },
    },
  },
])
