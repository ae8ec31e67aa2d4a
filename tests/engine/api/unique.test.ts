import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true

const config = defineConfig({
  collections: {
    things: collection({
      fields: {
        code: f.text({ unique: true }),
        number: f.number({ unique: true }),
        day: f.date({ unique: true }),
        flag: f.select({ options: ['only'], unique: true }),
        inner: f.group({ fields: { key: f.text({ unique: true }) } }),
        friend: f.relationship({ to: 'things', unique: true }),
        hidden: f.text({ hidden: true, unique: true }),
        title: f.text(),
      },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

const setup = { config }
const CREATE = 'POST /api/collections/things'
const first = ['things', { code: 'a', number: 1, day: '2026-01-01', flag: 'only', inner: { key: 'k' } }] as const

scenarios('unique values', setup, [
  {
    name: 'are refused if another document has them, together with all other issues',
    given: { first },
    call: CREATE,
    body: {
      code: 'a',
      number: 1,
      day: '2026-01-01T01:00:00+01:00',
      flag: 'only',
      inner: { key: 'k' },
      title: 7,
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'unique', path: 'code' },
        { code: 'unique', path: 'number' },
        { code: 'unique', path: 'day' },
        { code: 'unique', path: 'flag' },
        { code: 'unique', path: 'inner.key' },
        { code: 'type', path: 'title' },
      ],
    },
    never: ['"k"', 'SQL', 'index'],
  },
  {
    name: 'two of them, each of another document, are reported together',
    given: { first, second: ['things', { code: 'b', number: 2 }] },
    call: CREATE,
    body: { code: 'a', number: 2 },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'unique', path: 'code' },
        { code: 'unique', path: 'number' },
      ],
    },
  },
  {
    name: 'are compared exactly and case-sensitively',
    given: { first },
    call: CREATE,
    body: { code: 'A', number: 1.5 },
    answers: { status: 201, doc: { code: 'A' } },
  },
  {
    name: 'any number of documents may have null',
    given: { first: ['things', { title: 'none' }], second: ['things', { title: 'none either' }] },
    call: CREATE,
    body: { code: null, inner: { key: null } },
    answers: { status: 201, doc: { code: null, inner: { key: null } } },
    counts: { things: 3 },
  },
  {
    name: 'a document may keep its own',
    given: { first },
    call: 'PATCH /api/collections/things/{first}',
    body: { code: 'a', number: 1, title: 'new' },
    answers: { status: 200, doc: { title: 'new' } },
  },
  {
    name: "a document may not take another document's",
    given: { first, second: ['things', { code: 'b' }] },
    call: 'PATCH /api/collections/things/{second}',
    body: { code: 'a', inner: { key: 'k' } },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'unique', path: 'code' },
        { code: 'unique', path: 'inner.key' },
      ],
    },
    leaves: { second: { code: 'b', revision: 1 } },
  },
  {
    name: 'references can be unique',
    given: { first, second: ['things', { friend: '{first}' }] },
    call: CREATE,
    body: { friend: '{first}' },
    answers: { status: 422, code: 'validation', issues: [{ code: 'unique', path: 'friend' }] },
  },
  {
    name: 'long texts that differ only at their end are different',
    given: { first: ['things', { code: `${'x'.repeat(3000)}1` }] },
    call: CREATE,
    body: { code: `${'x'.repeat(3000)}2` },
    answers: { status: 201, doc: { code: `${'x'.repeat(3000)}2` } },
    counts: { things: 2 },
  },
  {
    name: 'equal long texts conflict',
    given: { first: ['things', { code: 'x'.repeat(3000) }] },
    call: CREATE,
    body: { code: 'x'.repeat(3000) },
    answers: { status: 422, code: 'validation', issues: [{ code: 'unique', path: 'code' }] },
  },
])

onEachDatabase('concurrent writes of unique values', setup, (app) => {
  it('twenty creates: exactly one succeeds, the others get 422 unique', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app().request('POST', '/api/collections/things', { body: { code: 'same' } })),
    )
    const statuses = answers.map((answer) => answer.status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 422)])
    for (const { status, body } of answers) {
      if (status === 422) expect(body.error.issues).toMatchObject([{ code: 'unique', path: 'code' }])
    }
    expect(await app().app.local.collections.things.count()).toEqual({ count: 1 })
    expect(app().events).toHaveLength(1)
  })

  it('twenty updates to one value: exactly one succeeds', async () => {
    const { things } = app().app.local.collections
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => things.create({ code: `c${index}` })))
    const settled = await Promise.allSettled(made.map(({ id }) => things.update(id, { code: 'same' })))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'validation', issues: [{ path: 'code' }] })
    }
    expect(await things.count({ where: { code: { equals: 'same' } } })).toEqual({ count: 1 })
  })

  it('twenty creates of five values: each value succeeds once', async () => {
    const { things } = app().app.local.collections
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => things.create({ code: `c${index % 5}`, number: index })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await things.count()).toEqual({ count: 5 })
  })
})
