import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { anyId, tagOf } from './matchers.ts'

const everybody = () => true
const editors = ({ actor }: { actor: { [field: string]: unknown } | null }) => actor?.['role'] === 'editor'
let sequence = 100

const config = defineConfig({
  collections: {
    items: collection({
      fields: {
        title: f.text({ required: true }),
        slug: f.slug({ from: 'title', unique: true }),
        short: f.text({ unique: true, maxLength: 8 }),
        strict: f.text({ unique: true, pattern: '^[A-Z]{3}$' }),
        email: f.email({ unique: true }),
        number: f.number({ unique: true }),
        serial: f.number({ unique: true, default: () => ++sequence }),
        inner: f.group({ fields: { code: f.text({ unique: true }), note: f.text() } }),
        friend: f.relationship({ to: 'items' }),
        rows: f.array({
          fields: {
            label: f.text({ required: true }),
            salary: f.number({ default: 1000, access: { read: editors } }),
            when: f.date({ default: '2026-01-01', access: { create: editors } }),
          },
        }),
        unread: f.group({
          fields: {
            text: f.text({ default: 'fresh' }),
            count: f.number(),
            list: f.array({ fields: { x: f.text({ default: 'row' }) }, default: [{}] }),
          },
          access: { read: editors },
        }),
        uncreated: f.text({ access: { create: editors }, default: 'unset' }),
        hidden: f.text({ hidden: true, default: 'new' }),
      },
      access: {
        read: ({ actor }) => actor !== null || { title: { not_equals: 'Private' } },
        create: ({ actor }) => actor?.['role'] !== 'reader',
        update: everybody,
      },
    }),
    'strict-items': collection({
      fields: { inner: f.group({ fields: { key: f.text({ required: true, access: { read: editors } }) } }) },
      access: { read: everybody, create: everybody },
    }),
  },
})

const actors = {
  editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users', role: 'editor' },
  reader: { id: '01890000-0000-7000-8000-00000000000f', collection: 'users', role: 'reader' },
}
const setup = { config, actors }
const DUPLICATE = 'POST /api/collections/items/{item}/duplicate'
const whole = {
  title: 'One',
  short: 'short',
  strict: 'ABC',
  email: 'a@example.com',
  number: 7,
  serial: 1,
  inner: { code: 'c', note: 'n' },
  rows: [{ id: 'r1', label: 'L', salary: 9000, when: '2020-02-02' }],
  unread: { text: 'secret text', count: 5, list: [] },
  uncreated: 'set',
  hidden: 'old',
}
const item = ['items', whole] as const

scenarios('duplicate', setup, [
  {
    name: 'is 201 with a new document; unique text gets -copy, other unique values are left out',
    as: 'editor',
    given: { item },
    call: DUPLICATE,
    body: {},
    answers: {
      status: 201,
      headers: { etag: tagOf(1) },
      doc: {
        id: anyId,
        revision: 1,
        title: 'One',
        slug: 'one-copy',
        // Cut to what the field holds; left out where the field's pattern has no room for a suffix.
        short: 'sho-copy',
        strict: null,
        email: null,
        number: null,
        serial: expect.any(Number),
        inner: { code: 'c-copy', note: 'n' },
        rows: [{ id: 'r1', label: 'L', salary: 9000, when: '2020-02-02T00:00:00.000Z' }],
        unread: { text: 'secret text', count: 5, list: [] },
        uncreated: 'set',
      },
    },
    never: ['{item}', 'hidden'],
    events: ['document.created'],
    leaves: { item: { ...whole, slug: 'one', revision: 1, rows: [{ id: 'r1' }] } },
    counts: { items: 2 },
  },
  {
    name: 'replaces fields that the actor may not read or create by their defaults, at every depth',
    given: { item },
    call: DUPLICATE,
    body: {},
    answers: {
      status: 201,
      doc: { rows: [{ id: 'r1', label: 'L', when: '2026-01-01T00:00:00.000Z' }], uncreated: 'unset' },
    },
    never: ['salary', 'secret', 'unread', '9000', 'old'],
  },
  {
    name: 'finds a free name for a copy of a copy, and for a third one',
    as: 'editor',
    given: {
      item,
      copy: ['items', { title: 'x', slug: 'one-copy' }],
      second: ['items', { title: 'x', slug: 'one-copy-2' }],
    },
    call: DUPLICATE,
    body: {},
    answers: { status: 201, doc: { slug: 'one-copy-3' } },
    counts: { items: 4 },
  },
  {
    name: 'overrides replace copied values; groups are merged, rows matched',
    as: 'editor',
    given: { item },
    call: DUPLICATE,
    body: {
      title: 'Two',
      slug: 'two',
      number: 8,
      inner: { note: 'new' },
      rows: [{ id: 'r1', label: 'M' }, { label: 'N' }],
    },
    answers: {
      status: 201,
      doc: {
        title: 'Two',
        slug: 'two',
        number: 8,
        inner: { code: 'c-copy', note: 'new' },
        rows: [
          { id: 'r1', label: 'M', salary: 9000 },
          { id: anyId, label: 'N', salary: 1000, when: '2026-01-01T00:00:00.000Z' },
        ],
      },
    },
    leaves: { item: { title: 'One', inner: { note: 'n' }, rows: [{ label: 'L' }] } },
  },
  {
    name: 'overrides are validated like input',
    given: { item },
    call: DUPLICATE,
    body: {
      id: 'x',
      title: '',
      nope: 1,
      hidden: 'x',
      uncreated: 'x',
      rows: [{ label: 'L', when: '2020-01-01' }],
      friend: '{nothing}',
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'read_only', path: 'id' },
        { code: 'required', path: 'title' },
        { code: 'unknown_field', path: 'nope' },
        { code: 'unknown_field', path: 'hidden' },
        { code: 'forbidden', path: 'uncreated' },
        { code: 'forbidden', path: 'rows.0.when' },
        { code: 'not_found', path: 'friend' },
      ],
    },
  },
  {
    name: 'refuses an override with an existing unique value',
    as: 'editor',
    given: { item },
    call: DUPLICATE,
    body: { slug: 'one', number: 7 },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'unique', path: 'slug' },
        { code: 'unique', path: 'number' },
      ],
    },
  },
  {
    name: 'does not check existing relationships again',
    given: { friend: ['items', { title: 'Private' }], item: ['items', { title: 'x', friend: '{friend}' }] },
    call: DUPLICATE,
    body: {},
    answers: { status: 201, doc: { friend: '{friend}' } },
  },
  {
    name: 'needs the right to create',
    as: 'reader',
    given: { item },
    call: DUPLICATE,
    body: {},
    answers: { status: 403, code: 'forbidden' },
  },
  {
    name: 'copies nothing that the actor may not read',
    given: { item: ['items', { title: 'Private' }] },
    call: DUPLICATE,
    body: {},
    answers: { status: 404, code: 'not_found' },
    never: ['Private'],
  },
  {
    name: 'a missing document is 404',
    as: 'editor',
    call: 'POST /api/collections/items/{nothing}/duplicate',
    body: {},
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'needs no body',
    only: 'http',
    as: 'editor',
    given: { item },
    call: DUPLICATE,
    answers: { status: 201, doc: { slug: 'one-copy' } },
  },
  {
    name: 'returns only selected fields',
    as: 'editor',
    given: { item },
    call: `${DUPLICATE}?select={"slug":true}`,
    body: {},
    answers: { status: 201, exactDoc: { id: anyId, slug: 'one-copy' } },
  },
  {
    name: 'refuses a copy that would lack required values inside a group',
    given: { item: ['strict-items', { inner: { key: 'secret' } }] },
    call: 'POST /api/collections/strict-items/{item}/duplicate',
    body: {},
    answers: { status: 422, code: 'validation', issues: [{ code: 'required', path: 'inner.key' }] },
    never: ['secret'],
  },
  {
    name: 'the system copies everything',
    as: 'system',
    only: 'local',
    given: { item },
    call: DUPLICATE,
    body: {},
    answers: { status: 201, doc: { hidden: 'old', uncreated: 'set', unread: { text: 'secret text' } } },
  },
])

onEachDatabase('duplicate: many copies', setup, (app) => {
  it('of one document find a free name each, also concurrently', async () => {
    const { items } = app().app.local.as(actors.editor).collections
    const { id } = await items.create({ title: 'One' })
    const copies = await Promise.all(Array.from({ length: 12 }, () => items.duplicate(id)))
    expect(new Set(copies.map((copy) => copy.slug)).size).toBe(12)
  })

  it('more than one lookup finds', async () => {
    const { items } = app().app.local.asSystem().collections
    const { id } = await items.create({ title: 'One' })
    for (let number = 1; number <= 101; number += 1) {
      await items.create({ title: 'x', slug: number === 1 ? 'one-copy' : `one-copy-${number}` })
    }
    expect(await items.duplicate(id)).toMatchObject({ slug: 'one-copy-102' })
  })

  it('shorten a long slug, which stays valid', async () => {
    const { items } = app().app.local.asSystem().collections
    const slug = `${'a'.repeat(194)}-${'b'.repeat(5)}`
    const { id } = await items.create({ title: 'x', slug })
    expect(await items.duplicate(id)).toMatchObject({ slug: `${'a'.repeat(194)}-copy` })
  })
})
