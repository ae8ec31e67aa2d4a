import { must, onEachDatabase, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { anyId, anyInstant } from './matchers.ts'

const config = defineConfig({
  collections: {
    notes: collection({
      fields: {
        title: f.text({ required: true }),
        hidden: f.text({ hidden: true }),
        closed: f.text({ access: { read: () => false, create: () => false, update: () => false } }),
        inner: f.group({ fields: { hidden: f.text({ hidden: true }) } }),
        computed: f.virtual({ value: () => 1 }),
      },
    }),
  },
})

const setup = { config }
const CREATE = 'POST /api/collections/notes'
const id = '01890000-0000-7000-8000-00000000beef'
const only = { only: 'local', as: 'system' } as const

scenarios('the system', setup, [
  {
    ...only,
    name: 'reads and writes what other callers may not',
    call: CREATE,
    body: { title: 'T', hidden: 'h', closed: 'c', inner: { hidden: 'i' } },
    answers: { status: 201, doc: { id: anyId, hidden: 'h', closed: 'c', inner: { hidden: 'i' } } },
    events: ['document.created'],
  },
  {
    ...only,
    name: 'filters and sorts by it',
    given: { one: ['notes', { title: 'A', hidden: 'x' }], two: ['notes', { title: 'B', closed: 'y' }] },
    call: 'GET /api/collections/notes?where={"or":[{"hidden":{"equals":"x"}},{"closed":{"equals":"y"}},{"inner.hidden":{"exists":true}}]}&sort=closed',
    answers: { status: 200, docs: [{ title: 'A' }, { title: 'B' }] },
  },
  {
    ...only,
    name: 'imports ids and timestamps, in their stored form',
    call: CREATE,
    body: { title: 'T', id, createdAt: '2020-01-01', updatedAt: '2021-01-01T12:00:00+02:00' },
    answers: {
      status: 201,
      doc: { id, revision: 1, createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2021-01-01T10:00:00.000Z' },
    },
  },
  {
    ...only,
    name: 'sets updatedAt to createdAt if only that is given',
    call: CREATE,
    body: { title: 'T', createdAt: '2020-01-01' },
    answers: { status: 201, doc: { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.000Z' } },
  },
  {
    ...only,
    name: 'refuses imported values that no call could have created',
    call: CREATE,
    body: { title: 'T', id: 'mine', createdAt: 'yesterday', updatedAt: 5, revision: 7, computed: 1, nope: 1 },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'format', path: 'id' },
        { code: 'format', path: 'createdAt' },
        { code: 'type', path: 'updatedAt' },
        { code: 'read_only', path: 'revision' },
        { code: 'read_only', path: 'computed' },
        { code: 'unknown_field', path: 'nope' },
      ],
    },
  },
  {
    ...only,
    name: 'an existing id is a conflict',
    given: { one: ['notes', { title: 'T', id }] },
    call: CREATE,
    body: { title: 'U', id },
    answers: { status: 409, code: 'conflict' },
    leaves: { one: { title: 'T' } },
  },
  {
    ...only,
    name: 'does not change ids and timestamps of existing documents',
    given: { one: ['notes', { title: 'T' }] },
    call: 'PATCH /api/collections/notes/{one}',
    body: { id, createdAt: '2020-01-01' },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'read_only', path: 'id' },
        { code: 'read_only', path: 'createdAt' },
      ],
    },
  },
  {
    ...only,
    name: 'is otherwise validated like other callers',
    call: CREATE,
    body: { title: '', hidden: 7 },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'required', path: 'title' },
        { code: 'type', path: 'hidden' },
      ],
    },
  },
])

onEachDatabase('the local API', setup, (app) => {
  const notes = () => app().app.local.asSystem().collections.notes
  const untyped = () => app().local.asSystem().collection('notes')

  it('acts anonymously, for a user, or for the system; each is separate', async () => {
    const { local } = app().app
    await expect(local.collections.notes.find()).rejects.toMatchObject({ code: 'unauthenticated' })
    const ann = local.as({ id, collection: 'users' })
    await expect(ann.collections.notes.find()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(ann.asSystem().collections.notes.find()).resolves.toMatchObject({ docs: [] })
    await expect(ann.asSystem().as({ id, collection: 'users' }).collections.notes.find()).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(local.collections.notes.find()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('returns new objects: changing one affects nothing else', async () => {
    const data = { title: 'T' }
    const created = await notes().create(data)
    data.title = 'changed'
    created.title = 'changed'
    expect(await notes().findOne(created.id)).toMatchObject({ title: 'T' })
  })

  it('converts dates like JSON', async () => {
    await untyped().create({ title: 'T', createdAt: new Date('2020-01-01') })
    expect(await notes().find()).toMatchObject({
      docs: [{ createdAt: '2020-01-01T00:00:00.000Z', updatedAt: anyInstant }],
    })
  })

  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle

  it.each([[[]], ['text'], [7], [cycle], [{ title: 1n }]])(
    'refuses data that is not a JSON object: %#',
    async (data) => {
      await expect(untyped().create(data)).rejects.toMatchObject({ code: 'invalid_json' })
      expect(await notes().count()).toEqual({ count: 0 })
    },
  )

  it('refuses __proto__ in data, without side effects', async () => {
    const data = JSON.parse('{"title":"T","__proto__":{"hidden":"h"},"inner":{"__proto__":{"hidden":"h"}}}') as object
    await expect(untyped().create(data)).rejects.toMatchObject({ code: 'validation' })
    expect(Object.prototype).not.toHaveProperty('hidden')
  })

  it.each([
    ['findOne', [id, { nope: 1 }]],
    ['findOne', [id, { where: {} }]],
    ['find', [{ ifMatch: 1 }]],
    ['find', ['x']],
    ['create', [{ title: 'T' }, { ifMatch: 1 }]],
    ['delete', [id, { select: {} }]],
    ['bulk', [{ action: 'delete', ids: [id] }, { locale: 'en' }]],
  ] as const)('refuses unknown options of %s', async (method, args) => {
    await expect(untyped()[method](...args)).rejects.toMatchObject({ code: expect.stringMatching(/^invalid_/) })
    expect(await notes().count()).toEqual({ count: 0 })
  })

  it('has the methods of its operations and those for many documents, and no others', () => {
    const operations = Object.values(must(app().manifest.collections['notes'], 'notes').operations)
    const methods = Object.keys(untyped())
    const forMany = ['createMany', 'deleteMany', 'each', 'updateMany']
    expect(methods.toSorted()).toEqual([...operations.map(({ local }) => local.method), ...forMany].toSorted())
    const documents = ['bulk', 'count', 'create', 'delete', 'duplicate', 'find', 'findOne', 'update']
    expect(methods).toEqual(expect.arrayContaining(documents))
    expect(Object.keys(app().local.globals)).toEqual([])
  })

  it('throws for an unknown name, and lists the known ones', () => {
    const { local } = app()
    expect(() => local.collections['nope']).toThrow('There is no collection "nope" in this application. Available: ')
    expect(() => local.collections['nope']).toThrow(/\bnotes\b/)
    expect(() => local.collections['constructor']).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() => local.globals['nope']).toThrow('There is no global "nope" in this application.')
    expect(() => local.auth['notes']).toThrow('There is no collection with users "notes" in this application.')
    expect(() => local.plugins['nope']).toThrow('There is no plugin with operations "nope" in this application.')
    expect(() => local.collections['notes']?.['pblish']).toThrow('The collection "notes" has no method "pblish".')
    expect(() => local.collections['notes']?.['pblish']).toThrow(/\bupdate\b/)
  })

  it('supports language features and tools without throwing', async () => {
    const { collections } = app().local
    expect(await Promise.resolve(collections)).toBe(collections)
    expect('notes' in collections).toBe(true)
    expect('nope' in collections).toBe(false)
    expect(collections['__v_isRef']).toBeUndefined()
    expect(JSON.stringify(collections['notes'])).toBe('{}')
  })
})
