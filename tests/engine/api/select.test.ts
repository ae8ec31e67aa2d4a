import { type Scenario, scenarios } from '@quirecms/testkit'
import { anyInstant, tagOf } from './matchers.ts'
import { pages } from './pages.ts'

const setup = { config: pages }
const page = [
  'pages',
  {
    title: 'T',
    subtitle: 'S',
    meta: { description: 'D', internal: 'hush', robots: { index: true, follow: false, secret: 'hush' } },
    rows: [{ id: 'r1', label: 'L', kind: 'bold', internal: 'hush', inner: [{ id: 'i1', value: 1, unit: 'kg' }] }],
    blocks: [
      { id: 'b1', blockType: 'hero', heading: 'H', size: 3 },
      { id: 'b2', blockType: 'text', body: 'B', size: 'l' },
    ],
  },
] as const

const selects = (select: object, exactDoc: object): Scenario => ({
  name: JSON.stringify(select),
  given: { page },
  call: `GET /api/collections/pages/{page}?select=${JSON.stringify(select)}`,
  answers: { status: 200, exactDoc: { id: '{page}', ...exactDoc }, headers: { etag: tagOf(1) } },
})

scenarios('select: only these', setup, [
  { ...selects({}, {}), name: '{} returns only the id' },
  selects({ id: true }, {}),
  selects({ title: true }, { title: 'T' }),
  selects({ title: true, revision: true, updatedAt: true }, { title: 'T', revision: 1, updatedAt: anyInstant }),
  selects({ words: true }, { words: 1 }),
  selects({ meta: true }, { meta: { description: 'D', robots: { index: true, follow: false } } }),
  selects({ meta: { robots: { follow: true } } }, { meta: { robots: { follow: false } } }),
  selects({ meta: {} }, { meta: {} }),
  selects({ rows: { label: true } }, { rows: [{ id: 'r1', label: 'L' }] }),
  selects({ rows: { id: true } }, { rows: [{ id: 'r1' }] }),
  selects({ rows: { inner: { unit: true } } }, { rows: [{ id: 'r1', inner: [{ id: 'i1', unit: 'kg' }] }] }),
  selects(
    { blocks: true },
    {
      blocks: [
        { id: 'b1', blockType: 'hero', heading: 'H', size: 3 },
        { id: 'b2', blockType: 'text', body: 'B', size: 'l' },
      ],
    },
  ),
  selects(
    { blocks: { hero: { heading: true } } },
    {
      blocks: [
        { id: 'b1', blockType: 'hero', heading: 'H' },
        { id: 'b2', blockType: 'text' },
      ],
    },
  ),
  selects(
    { blocks: { hero: { id: true, blockType: true } } },
    {
      blocks: [
        { id: 'b1', blockType: 'hero' },
        { id: 'b2', blockType: 'text' },
      ],
    },
  ),
  selects(
    { blocks: { hero: true, text: { size: true } } },
    {
      blocks: [
        { id: 'b1', blockType: 'hero', heading: 'H', size: 3 },
        { id: 'b2', blockType: 'text', size: 'l' },
      ],
    },
  ),
])

const leaves = (select: object, gone: readonly string[], doc: object): Scenario => ({
  name: JSON.stringify(select),
  given: { page },
  call: `GET /api/collections/pages/{page}?select=${JSON.stringify(select)}`,
  answers: { status: 200, doc: { id: '{page}', ...doc } },
  never: [...gone, 'hush', 'internal', 'secret'],
})

scenarios('select: all except these', setup, [
  { ...leaves({ id: false }, [], { revision: 1, title: 'T', subtitle: 'S' }), name: 'the id is always returned' },
  leaves({ title: false, createdAt: false }, ['"title"', 'createdAt'], { subtitle: 'S', revision: 1 }),
  leaves({ words: false }, ['words'], { title: 'T' }),
  leaves({ meta: { description: false } }, ['description'], { title: 'T', meta: { robots: { index: true } } }),
  leaves({ meta: { robots: { follow: false } } }, ['follow'], { meta: { description: 'D', robots: { index: true } } }),
  leaves({ rows: { inner: false, label: false } }, ['inner', 'label'], { rows: [{ id: 'r1', kind: 'bold' }] }),
  leaves({ rows: { id: false } }, [], { rows: [{ id: 'r1', label: 'L' }] }),
  leaves({ blocks: { hero: { size: false } } }, ['"size":3'], {
    blocks: [{ heading: 'H' }, { body: 'B', size: 'l' }],
  }),
  leaves({ blocks: { hero: false } }, ['heading'], {
    blocks: [
      { id: 'b1', blockType: 'hero' },
      { id: 'b2', blockType: 'text', body: 'B' },
    ],
  }),
])

const refuses = (select: unknown, ...issues: readonly (readonly [code: string, path: string])[]): Scenario => ({
  name: `${JSON.stringify(select)} is refused`,
  given: { page },
  call: `GET /api/collections/pages/{page}?select=${JSON.stringify(select)}`,
  answers: {
    status: 400,
    code: 'invalid_query',
    issues: issues.map(([code, path]) => ({ code: code as 'type', path })),
  },
  never: ['hush'],
})

scenarios('select: invalid selections', { ...setup, matrix: 'validation' }, [
  refuses({ title: true, subtitle: false }, ['type', 'select']),
  refuses({ title: false, meta: { description: true } }, ['type', 'select']),
  refuses({ blocks: { hero: true, text: { body: false } } }, ['type', 'select']),
  refuses({ nope: true }, ['unknown_field', 'select.nope']),
  refuses({ constructor: true }, ['unknown_field', 'select.constructor']),
  refuses({ meta: { nope: true } }, ['unknown_field', 'select.meta.nope']),
  refuses({ meta: { internal: true } }, ['unknown_field', 'select.meta.internal']),
  refuses({ meta: { robots: { secret: false } } }, ['unknown_field', 'select.meta.robots.secret']),
  refuses(
    { rows: { internal: true, nope: true } },
    ['unknown_field', 'select.rows.internal'],
    ['unknown_field', 'select.rows.nope'],
  ),
  refuses({ blocks: { nope: true } }, ['unknown_field', 'select.blocks.nope']),
  refuses({ blocks: { toString: true } }, ['unknown_field', 'select.blocks.toString']),
  refuses({ blocks: { hero: { body: true } } }, ['unknown_field', 'select.blocks.hero.body']),
  refuses({ 'meta.description': true }, ['unknown_field', 'select.meta.description']),
  refuses({ title: 'yes' }, ['type', 'select.title']),
  refuses({ title: { x: true } }, ['type', 'select.title']),
  refuses({ title: null, meta: [] }, ['type', 'select.title'], ['type', 'select.meta']),
  ...['[]', '"title"', 'true', 'null', 'title', '{"title":true,"title":true}', '{"__proto__":true}', '{'].map(
    (text): Scenario => ({
      name: `${text} is no selection`,
      only: 'http',
      given: { page },
      call: `GET /api/collections/pages/{page}?select=${text}`,
      answers: { status: 400, code: 'invalid_query', issues: [{ code: 'format', path: 'select' }] },
    }),
  ),
])

scenarios('select works in every operation that returns documents', setup, [
  {
    name: 'list',
    given: { page },
    call: 'GET /api/collections/pages?select={"title":true}',
    answers: { status: 200, body: { docs: [{ id: '{page}', title: 'T' }], pagination: { totalDocs: 1 } } },
    never: ['subtitle', 'revision'],
  },
  {
    name: 'create',
    call: 'POST /api/collections/pages?select={"meta":{"robots":{"index":true}}}',
    body: { title: 'T' },
    answers: { status: 201, doc: { meta: { robots: { index: true } } }, headers: { etag: tagOf(1) } },
    never: ['title', 'follow'],
  },
  {
    name: 'the system may select hidden fields',
    only: 'local',
    as: 'system',
    given: { page },
    call: 'GET /api/collections/pages/{page}?select={"meta":{"internal":true}}',
    answers: { status: 200, exactDoc: { id: '{page}', meta: { internal: 'hush' } } },
  },
])
