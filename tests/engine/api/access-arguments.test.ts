import { must, onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const asked: { rule: string; args: RuleArguments }[] = []
let throwing: string | undefined
let answer: (rule: string, args: RuleArguments) => boolean | { [key: string]: unknown } = () => true

function rule(name: string) {
  return (args: RuleArguments) => {
    asked.push({ rule: name, args: { ...args, doc: structuredClone(args.doc) } })
    if (name === throwing) throw new Error('select password from users')
    return answer(name, args)
  }
}

const config = defineConfig({
  collections: {
    notes: collection({
      fields: {
        title: f.text({ required: true }),
        hidden: f.text({ hidden: true }),
        ruled: f.text({
          access: { read: rule('field read'), create: rule('field create'), update: rule('field update') },
        }),
      },
      access: { read: rule('read'), create: rule('create'), update: rule('update'), delete: rule('delete') },
    }),
    plain: collection({
      fields: { note: f.relationship({ to: 'notes' }) },
      access: { read: () => true, create: () => true },
    }),
  },
  globals: {
    settings: global({ fields: { name: f.text() }, access: { read: rule('read'), update: rule('update') } }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', roles: ['admin'] }
const NOTHING = '01890000-0000-7000-8000-000000000000'

onEachDatabase('the arguments of access rules', { config, actors: { ann } }, (app) => {
  const local = () => app().app.local.as(ann)
  const system = () => app().app.local.asSystem()

  beforeEach(() => {
    asked.length = 0
    throwing = undefined
    answer = () => true
  })

  async function aNote(): Promise<string> {
    // Hidden fields are no part of the types.
    const notes = app().local.asSystem().collection('notes')
    const { id } = (await notes.create({ title: 'Old', hidden: 'h', ruled: 'r' })) as { id: string }
    asked.length = 0
    return id
  }

  /** The arguments of the rule's first call. */
  const of = (name: string) => asked.find((one) => one.rule === name)?.args

  it('the system skips all rules', async () => {
    const id = await aNote()
    await system().collections.notes.find()
    await system().collections.notes.update(id, { title: 'x' })
    await system().collections.notes.duplicate(id)
    await system().collections.notes.delete(id)
    await system().globals.settings.update({ name: 'x' })
    expect(asked).toEqual([])
  })

  it('create: the data as it was sent', async () => {
    const context = { from: 'test' }
    await local().collections.notes.create({ title: 'New', ruled: 'x' }, { context })
    const data = { title: 'New', ruled: 'x' }
    const base = {
      actor: ann,
      key: null,
      id: undefined,
      doc: undefined,
      operation: 'create',
      locale: undefined,
      request: null,
    }
    expect(of('create')).toEqual({ ...base, data, context })
    expect(of('field create')).toEqual({ ...base, data, context })
    expect(of('field read')).toMatchObject({ id: expect.any(String), doc: { title: 'New', ruled: 'x' } })
  })

  it('update: the id, the data as it was sent, and the document before, including hidden fields', async () => {
    const id = await aNote()
    await local().collections.notes.update(id, { title: 'New' })
    const expected = { actor: ann, id, data: { title: 'New' }, operation: 'update', locale: undefined, context: {} }
    const doc = { id, revision: 1, title: 'Old', hidden: 'h', ruled: 'r' }
    expect(of('update')).toMatchObject({ ...expected, doc })
    expect(of('field update')).toMatchObject({ ...expected, doc })
    expect(of('read')).toMatchObject({ id, operation: 'update', data: undefined, doc: undefined })
  })

  it('delete: the id and the document', async () => {
    const id = await aNote()
    await local().collections.notes.delete(id)
    expect(of('delete')).toMatchObject({ id, data: undefined, doc: { title: 'Old' }, operation: 'delete' })
  })

  it('read: the id of a single document, no id for a list', async () => {
    const id = await aNote()
    await local().collections.notes.findOne(id)
    expect(of('read')).toEqual({
      actor: ann,
      key: null,
      id,
      data: undefined,
      doc: undefined,
      operation: 'read',
      locale: undefined,
      context: {},
      request: null,
    })
    expect(of('field read')).toMatchObject({ id, doc: { title: 'Old', hidden: 'h', ruled: 'r' }, data: undefined })
    asked.length = 0
    await local().collections.notes.find()
    expect(of('read')).toMatchObject({ id: undefined, operation: 'list' })
    asked.length = 0
    await local().collections.notes.count()
    expect(of('read')).toMatchObject({ id: undefined, operation: 'count' })
  })

  it('duplicate: the rule for create, with the source document', async () => {
    const id = await aNote()
    await local().collections.notes.duplicate(id, { title: 'Copy' })
    expect(of('create')).toMatchObject({ id, data: { title: 'Copy' }, operation: 'duplicate' })
    expect(of('read')).toMatchObject({ id, operation: 'duplicate' })
  })

  it('bulk: each document separately', async () => {
    const ids = [await aNote(), await aNote()]
    asked.length = 0
    await local().collections.notes.bulk({ action: 'update', ids, data: { title: 'New' } })
    const updates = asked.filter((one) => one.rule === 'update').map(({ args }) => [args.id, args.operation])
    expect(updates).toEqual(ids.map((id) => [id, 'update']))
  })

  it('globals: the slug as the id', async () => {
    await local().globals.settings.update({ name: 'x' })
    expect(of('update')).toMatchObject({ id: 'settings', data: { name: 'x' }, doc: { id: 'settings', name: null } })
    asked.length = 0
    await local().globals.settings.get()
    expect(of('read')).toMatchObject({ id: 'settings', operation: 'read' })
  })

  it('a relationship checks the right to read its target', async () => {
    const note = await aNote()
    await local().collections.plain.create({ note })
    expect(asked.map((one) => one.rule)).toEqual(['read'])
    expect(of('read')).toMatchObject({ actor: ann, operation: 'create' })
  })

  it('actor is null for anonymous callers; over HTTP, every call has its own context', async () => {
    await app().request('GET', '/api/collections/notes')
    await app().request('GET', '/api/collections/notes', { as: 'ann' })
    const [first, second] = asked.filter((one) => one.rule === 'read').map(({ args }) => args)
    expect(first).toMatchObject({ actor: null, context: {} })
    expect(second).toMatchObject({ actor: ann, context: {} })
    expect(must(first, 'stranger').context).not.toBe(must(second, 'actor').context)
  })

  it('a rule may decide by each of its arguments', async () => {
    const id = await aNote()
    answer = (name, { doc }) => name !== 'update' || doc?.['hidden'] === 'h'
    await expect(local().collections.notes.update(id, { title: 'x' })).resolves.toMatchObject({ title: 'x' })
    answer = (name, { data }) => name !== 'create' || data?.['title'] === 'magic'
    await expect(local().collections.notes.create({ title: 'x' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(local().collections.notes.create({ title: 'magic' })).resolves.toMatchObject({ title: 'magic' })
  })

  it('a rule that needs the document is not called for a missing one: 404', async () => {
    answer = (name, { doc }) => name !== 'delete' || (doc as { title: string }).title === 'Old'
    await expect(local().collections.notes.delete(NOTHING)).rejects.toMatchObject({ code: 'not_found' })
  })

  const calls: Readonly<Record<string, (id: string) => readonly [string, string, unknown?]>> = {
    read: (id) => ['GET', `/api/collections/notes/${id}`],
    'field read': () => ['GET', '/api/collections/notes'],
    create: () => ['POST', '/api/collections/notes', { title: 'New' }],
    'field create': () => ['POST', '/api/collections/notes', { title: 'New', ruled: 'x' }],
    update: (id) => ['PATCH', `/api/collections/notes/${id}`, { title: 'New' }],
    'field update': (id) => ['PATCH', `/api/collections/notes/${id}`, { ruled: 'x' }],
    delete: (id) => ['DELETE', `/api/collections/notes/${id}`],
  }

  it.each(Object.keys(calls))('a %s rule that throws answers 500, without the cause', async (name) => {
    const id = await aNote()
    throwing = name
    app().events.length = 0
    const [method, path, body] = must(calls[name], `call of ${name}`)(id)
    const response = await app().request(method, path, { as: 'ann', body })
    expect(response).toMatchObject({ status: 500, body: { error: { code: 'internal', status: 500 } } })
    expect(response.text).not.toMatch(/select|password|Old/)
    expect(app().events).toEqual([])
    expect(await system().collections.notes.find()).toMatchObject({ docs: [{ id, title: 'Old', revision: 1 }] })
  })

  it.each(['read', 'create', 'update', 'delete'])(
    'a %s rule that returns a wrong query answers 500 and never allows',
    async (name) => {
      const id = await aNote()
      answer = (asking) => asking !== name || { nope: { equals: 1 } }
      const [method, path, body] = must(calls[name], `call of ${name}`)(id)
      const response = await app().request(method, path, { as: 'ann', body })
      expect(response).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
      expect(response.text).not.toContain('nope')
      expect(await system().collections.notes.find()).toMatchObject({ docs: [{ id, title: 'Old', revision: 1 }] })
    },
  )
})
