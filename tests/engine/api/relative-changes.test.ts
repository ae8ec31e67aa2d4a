import { docOf, onEachDatabase, scenarios } from '@quirecms/testkit'
import { type Issue, collection, defineConfig, f, global } from 'quirecms'
import { describe, expect, it } from 'vitest'
import { waysIn } from './ways-in.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody, readVersions: everybody }
const isAnn = ({ actor }: { actor: unknown }) => (actor as { name?: string } | null)?.name === 'Ann'

const seen: unknown[] = []

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    tags: collection({
      fields: { name: f.text() },
      access: { ...access, read: () => ({ name: { not_equals: 'x' } }) },
    }),
    things: collection({
      fields: {
        title: f.text(),
        stock: f.number({ integer: true, min: 0, max: 100, default: 0 }),
        price: f.number(),
        place: f.number({ unique: true }),
        locked: f.number({ default: 5, access: { update: isAnn, read: isAnn } }),
        secret: f.number({ default: 5, access: { read: isAnn } }),
        ruled: f.number({ default: 0, access: { update: ({ data }) => !(Number(data?.['ruled']) > 10) } }),
        words: f.text({ many: true, maxLength: 5 }),
        scores: f.number({ many: true, max: 10 }),
        days: f.date({ many: true }),
        kinds: f.select({ options: ['a', 'b', 'c'], many: true, required: true, default: ['a'] }),
        tags: f.relationship({ to: 'tags', many: true }),
        hiddenTags: f.relationship({ to: 'tags', many: true, access: { read: isAnn } }),
        others: f.relationship({ to: ['tags', 'things'], many: true }),
        one: f.relationship({ to: 'tags' }),
        data: f.json(),
        seo: f.group({ fields: { hits: f.number(), words: f.text({ many: true }) } }),
        rows: f.array({ fields: { label: f.text(), count: f.number({ default: 7 }), list: f.text({ many: true }) } }),
        parts: f.blocks({ blocks: { score: { fields: { points: f.number() } } } }),
        reach: f.number({ localized: true }),
        notes: f.text({ localized: true, many: true }),
        doubled: f.virtual({ value: ({ doc }) => Number(doc['stock']) * 2 }),
      },
      hooks: {
        beforeValidate: [({ data }) => void seen.push({ before: data?.['stock'] })],
        beforeChange: [({ data, next }) => void seen.push({ change: data?.['stock'], next: next?.['stock'] })],
      },
      versions: true,
      access: { ...access, update: ({ data }) => data?.['price'] === undefined || Number(data['price']) < 1000 },
    }),
  },
  globals: {
    counts: global({
      fields: { visits: f.number(), names: f.text({ many: true }) },
      access: { read: everybody, update: everybody },
    }),
  },
})

const actors = {
  ann: { id: '01900000-0000-7000-8000-000000000001', collection: 'users', name: 'Ann' },
  bob: { id: '01900000-0000-7000-8000-000000000002', collection: 'users', name: 'Bob' },
}

const setup = { config, actors }
const THING = 'PATCH /api/collections/things/{thing}'
const thing = (data: object) => ['things', { title: 'T', ...data }] as const
const wrong = (...issues: Pick<Issue, 'code' | 'path'>[]) => ({ status: 422, code: 'validation', issues }) as const

scenarios('relative changes', setup, [
  {
    name: 'increment adds to the stored number, and a negative one subtracts',
    given: { thing: thing({ stock: 10, price: 2.5 }) },
    call: THING,
    body: { stock: { increment: -3 }, price: { increment: 0.25 } },
    answers: { status: 200, doc: { revision: 2, stock: 7, price: 2.75, doubled: 14 } },
    events: ['document.updated'],
    leaves: { thing: { stock: 7, price: 2.75 } },
  },
  {
    name: 'an absent number counts as 0, and decimals stay exact',
    given: { thing: thing({ price: 0.1 }) },
    call: THING,
    body: { price: { increment: 0.2 }, place: { increment: 4 } },
    answers: { status: 200, doc: { price: 0.3, place: 4 } },
  },
  {
    name: 'append adds at the end: documents and options once, other values repeatedly',
    given: {
      one: ['tags', { name: 'one' }],
      two: ['tags', { name: 'two' }],
      thing: thing({ words: ['x'], tags: ['{one}'], kinds: ['b'], others: [{ relationTo: 'tags', value: '{one}' }] }),
    },
    call: THING,
    body: {
      words: { append: ['x', 'y'] },
      tags: { append: ['{one}', '{two}', '{two}'] },
      kinds: { append: ['b', 'c'] },
      others: {
        append: [
          { value: '{one}', relationTo: 'tags' },
          { relationTo: 'tags', value: '{two}' },
        ],
      },
      days: { append: ['2026-01-01'] },
    },
    answers: {
      status: 200,
      doc: {
        words: ['x', 'x', 'y'],
        tags: ['{one}', '{two}'],
        kinds: ['b', 'c'],
        others: [
          { relationTo: 'tags', value: '{one}' },
          { relationTo: 'tags', value: '{two}' },
        ],
        days: ['2026-01-01T00:00:00.000Z'],
      },
    },
  },
  {
    name: 'remove takes out all equal values, and ignores missing ones',
    given: {
      one: ['tags', { name: 'one' }],
      two: ['tags', { name: 'two' }],
      thing: thing({
        words: ['x', 'y', 'x'],
        scores: [1, 2, 1],
        days: ['2026-01-01', '2026-01-02'],
        tags: ['{one}', '{two}'],
        others: [{ relationTo: 'tags', value: '{one}' }],
      }),
    },
    call: THING,
    body: {
      words: { remove: ['x', 'unknown'] },
      scores: { remove: [1] },
      days: { remove: ['2026-01-02T01:00:00+01:00'] },
      tags: { remove: ['{one}'] },
      others: { remove: [{ value: '{one}', relationTo: 'tags' }] },
    },
    answers: {
      status: 200,
      doc: { words: ['y'], scores: [2], days: ['2026-01-01T00:00:00.000Z'], tags: ['{two}'], others: [] },
    },
  },
  {
    name: 'works in groups, and in existing rows and blocks',
    given: {
      thing: thing({
        seo: { hits: 1, words: ['a'] },
        rows: [{ id: 'r', label: 'R', count: 2, list: ['a'] }],
        parts: [{ id: 'p', blockType: 'score', points: 5 }],
      }),
    },
    call: THING,
    body: {
      seo: { hits: { increment: 1 }, words: { append: ['b'] } },
      rows: [{ id: 'r', count: { increment: 3 }, list: { remove: ['a'] } }, { label: 'New' }],
      parts: [{ id: 'p', blockType: 'score', points: { increment: -5 } }],
    },
    answers: {
      status: 200,
      doc: {
        seo: { hits: 2, words: ['a', 'b'] },
        rows: [
          { id: 'r', label: 'R', count: 5, list: [] },
          { label: 'New', count: 7 },
        ],
        parts: [{ id: 'p', points: 0 }],
      },
    },
  },
  {
    name: 'changes only the written locale, from its own value',
    given: { thing: thing({ reach: 5, notes: ['a'] }) },
    call: `${THING}?locale=de`,
    body: { reach: { increment: 2 }, notes: { append: ['b'] } },
    answers: { status: 200, doc: { reach: 2, notes: ['b'] } },
    leaves: { thing: { reach: 5, notes: ['a'] } },
  },
  {
    name: 'changes each locale separately if all are written',
    given: { thing: thing({ reach: 5 }) },
    call: `${THING}?locale=all`,
    body: { reach: { en: { increment: 1 }, de: { increment: 2 } }, notes: { de: { append: ['b'] } } },
    answers: { status: 200, doc: { reach: { en: 6, de: 2 }, notes: { de: ['b'] } } },
  },
  {
    name: 'is validated afterwards',
    given: { other: thing({ place: 3 }), thing: thing({ stock: 1, place: 2, scores: [1], kinds: ['a'] }) },
    call: THING,
    body: {
      stock: { increment: -2 },
      place: { increment: 1 },
      scores: { append: [3, 11] },
      kinds: { remove: ['a'] },
      words: { append: ['toolong', 5] },
      tags: { append: ['01900000-0000-7000-8000-00000000dead'] },
    },
    answers: wrong(
      { code: 'min', path: 'stock' },
      { code: 'max', path: 'scores.append.1' },
      { code: 'required', path: 'kinds' },
      { code: 'max_length', path: 'words.append.0' },
      { code: 'type', path: 'words.append.1' },
      { code: 'not_found', path: 'tags.append.0' },
      { code: 'unique', path: 'place' },
    ),
    events: [],
    leaves: { thing: { revision: 1, stock: 1, scores: [1], kinds: ['a'] } },
  },
  {
    name: 'a field that the writer may not change is forbidden',
    as: 'bob',
    given: { thing: thing({}) },
    call: THING,
    body: { locked: { increment: 1 }, doubled: { increment: 1 }, revision: { increment: 1 } },
    answers: wrong(
      { code: 'read_only', path: 'revision' },
      { code: 'forbidden', path: 'locked' },
      { code: 'read_only', path: 'doubled' },
    ),
    leaves: { thing: { locked: 5 } },
  },
  {
    name: 'a field that the writer may change but not read is changed, and not shown',
    as: 'bob',
    given: { thing: thing({}) },
    call: THING,
    body: { secret: { increment: 1 } },
    answers: { status: 200, doc: { revision: 2 } },
    never: ['secret'],
    leaves: { thing: { secret: 6 } },
  },
  {
    name: 'a field rule gets the result',
    as: 'bob',
    given: { thing: thing({ ruled: 9 }) },
    call: THING,
    body: { ruled: { increment: 2 } },
    answers: wrong({ code: 'forbidden', path: 'ruled' }),
    leaves: { thing: { ruled: 9 } },
  },
  {
    name: 'and so does the rule of the operation',
    as: 'bob',
    given: { thing: thing({ price: 999 }) },
    call: THING,
    body: { price: { increment: 2 } },
    answers: { status: 403, code: 'forbidden' },
    leaves: { thing: { price: 999 } },
  },
  {
    name: 'bulk changes each document from its own value',
    given: { one: thing({ stock: 1 }), two: thing({ stock: 5 }) },
    call: 'POST /api/collections/things/bulk',
    body: { action: 'update', ids: ['{one}', '{two}'], data: { stock: { increment: 95 }, words: { append: ['z'] } } },
    answers: { status: 200, body: { succeeded: 2, failed: 0 } },
    leaves: { one: { stock: 96, words: ['z'] }, two: { stock: 100, words: ['z'] } },
  },
  {
    name: 'and reports documents over a limit, at the path in the body',
    given: { one: thing({ stock: 1 }), two: thing({ stock: 6 }) },
    call: 'POST /api/collections/things/bulk',
    body: { action: 'update', ids: ['{one}', '{two}'], data: { stock: { increment: 95 } } },
    answers: {
      status: 200,
      body: { results: [{ ok: true }, { ok: false, error: { issues: [{ code: 'max', path: 'data.stock' }] } }] },
    },
    leaves: { one: { stock: 96 }, two: { stock: 6 } },
  },
  {
    name: 'globals too',
    call: 'PATCH /api/globals/counts',
    body: { visits: { increment: 2 }, names: { append: ['a'] } },
    answers: { status: 200, doc: { visits: 2, names: ['a'] } },
  },
])

scenarios('invalid relative changes', { ...setup, matrix: 'validation' }, [
  ...(
    [
      ['a text', { title: { increment: 1 } }, 'title'],
      ['not a number', { stock: { increment: '1' } }, 'stock'],
      ['null', { stock: { increment: null } }, 'stock'],
      ['an empty object', { stock: {} }, 'stock'],
      ['another member beside it', { stock: { increment: 1, by: 2 } }, 'stock'],
      ['a change of lists for a number', { stock: { append: [1] } }, 'stock'],
      ['an increment of a list', { scores: { increment: 1 } }, 'scores'],
      ['both changes of a list', { words: { append: ['a'], remove: ['b'] } }, 'words'],
      ['a list with another member', { words: { append: ['a'], at: 0 } }, 'words'],
      ['no list', { words: { append: 'a' } }, 'words'],
      ['an empty object for a list', { words: {} }, 'words'],
      ['null in a list', { words: { append: [null] } }, 'words.append.0'],
      ['another type to remove', { words: { remove: ['a', 5] } }, 'words.remove.1'],
      ['a new row', { rows: [{ label: 'x', count: { increment: 1 } }] }, 'rows.0.count'],
      ['a row with another id', { rows: [{ id: 'other', list: { append: ['a'] } }] }, 'rows.0.list'],
      ['an array of rows', { rows: { append: [{ label: 'x' }] } }, 'rows'],
      ['a reference to one', { one: { append: [] } }, 'one'],
    ] as const
  ).map(([name, body, path]) => ({
    name,
    given: { thing: thing({ stock: 1, words: ['a'], rows: [{ id: 'r', label: 'R' }] }) },
    call: THING,
    body,
    answers: { status: 422, code: 'validation', issues: [{ code: 'type', path }] } as const,
    leaves: { thing: { revision: 1, stock: 1, words: ['a'] } },
  })),
  {
    name: 'create accepts none',
    call: 'POST /api/collections/things',
    body: { stock: { increment: 1 }, words: { append: ['a'] } },
    answers: wrong({ code: 'type', path: 'stock' }, { code: 'type', path: 'words' }),
    counts: { things: 0 },
  },
  {
    name: 'neither does a duplicate',
    given: { thing: thing({ stock: 1, words: ['a'] }) },
    call: 'POST /api/collections/things/{thing}/duplicate',
    body: { stock: { increment: 1 }, words: { append: ['a'] } },
    answers: wrong({ code: 'type', path: 'stock' }, { code: 'type', path: 'words' }),
    counts: { things: 1 },
  },
  {
    name: 'JSON is stored unchanged',
    given: { thing: thing({ data: { increment: 1 } }) },
    call: THING,
    body: { data: { increment: 2 } },
    answers: { status: 200, doc: { data: { increment: 2 } } },
  },
  {
    name: 'sums beyond the range of numbers are refused',
    given: { thing: thing({ price: 1e16, place: 1.5e308, scores: [] }) },
    as: 'bob',
    call: THING,
    body: { place: { increment: 1.5e308 }, stock: { increment: 0.5 } },
    answers: wrong({ code: 'max', path: 'place' }, { code: 'type', path: 'stock' }),
  },
])

onEachDatabase('concurrent relative changes', setup, (app, dialect) => {
  const system = () => app().app.local.asSystem()
  const FIFTY = Array.from({ length: 50 }, (_, index) => index)

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    it('count all of fifty increments, and keep fifty appended values', async () => {
      const { id } = await system().collections.things.create({ title: 'T', stock: 0, words: [] })
      const answers = await Promise.all(
        FIFTY.map((index) =>
          call(app(), {
            call: `PATCH /api/collections/things/${id}`,
            body: { stock: { increment: 1 }, seo: { hits: { increment: 2 } }, words: { append: [`w${index}`] } },
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(FIFTY.map(() => 200))
      const doc = await system().collections.things.findOne(id)
      expect(doc).toMatchObject({ stock: 50, seo: { hits: 100 }, revision: 51 })
      expect(doc.words?.toSorted()).toEqual(FIFTY.map((index) => `w${index}`).toSorted())
    })

    it('sell exactly ten of ten items to fifty orders', async () => {
      const { id } = await system().collections.things.create({ title: 'T', stock: 10 })
      const order = { call: `PATCH /api/collections/things/${id}`, body: { stock: { increment: -1 } } }
      const statuses = (await Promise.all(FIFTY.map(() => call(app(), order)))).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(10)
      expect(statuses.filter((status) => status === 422)).toHaveLength(40)
      expect(await system().collections.things.findOne(id)).toMatchObject({ stock: 0 })
    })
  })

  it('are applied in the same way by updateMany', async () => {
    const { things } = system().collections
    for (const stock of [1, 2]) await things.create({ title: 'T', stock })
    const answer = await things.updateMany({ where: {}, data: { stock: { increment: 10 } } })
    expect(answer).toMatchObject({ updated: 2, failed: 0 })
    expect((await things.find({ sort: 'stock' })).docs.map(({ stock }) => stock)).toEqual([11, 12])
  })

  it('are visible to hooks and `next` as their result', async () => {
    const { id } = await system().collections.things.create({ title: 'T', stock: 4 })
    seen.length = 0
    await system().collections.things.update(id, { stock: { increment: 3 } })
    expect(seen).toEqual([{ before: 7 }, { change: 7, next: 7 }])
  })

  it('do not validate existing values again, even those that the writer may not see', async () => {
    const { tags, things } = system().collections
    const unseen = await tags.create({ name: 'x' })
    const shown = await tags.create({ name: 'y' })
    const { id } = await things.create({ title: 'T', hiddenTags: [unseen.id] })
    const answer = await app().request('PATCH', `/api/collections/things/${id}`, {
      as: 'bob',
      body: { hiddenTags: { append: [shown.id] } },
    })
    expect(docOf(answer)).not.toHaveProperty('hiddenTags')
    expect(await things.findOne(id)).toMatchObject({ hiddenTags: [unseen.id, shown.id] })
    const guess = await app().request('PATCH', `/api/collections/things/${id}`, {
      as: 'bob',
      body: { hiddenTags: { append: [unseen.id] } },
    })
    expect(docOf(guess)).not.toHaveProperty('hiddenTags')
  })

  it('that would be lost by rounding are refused', async () => {
    const { things } = system().collections
    const { id } = await things.create({ title: 'T', price: 1e16 })
    await expect(things.update(id, { price: { increment: 0.5 } })).rejects.toMatchObject({
      issues: [{ code: 'custom', path: 'price' }],
    })
    expect((await things.update(id, { price: { increment: 2 } })).price).toBe(1e16 + 2)
  })

  it('add up many small steps', async () => {
    const { things } = system().collections
    const { id } = await things.create({ title: 'T', price: 0 })
    for (const times of FIFTY) expect((await things.update(id, { price: { increment: 0.1 } })).revision).toBe(times + 2)
    expect((await things.findOne(id)).price).toBe(5)
  })

  it('append Dates in process', async () => {
    const { things } = system().collections
    const { id } = await things.create({ title: 'T' })
    const changed = await things.update(id, { days: { append: [new Date('2026-03-01')] } })
    expect(changed.days).toEqual(['2026-03-01T00:00:00.000Z'])
  })
})
