import { onEachDatabase } from '@quirecms/testkit'
import { type HookArguments, collection, defineConfig, f, global } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { anyInstant } from './matchers.ts'

interface Ran {
  readonly hook: string
  readonly args: HookArguments & { readonly value?: unknown; readonly path?: string }
}

const ran: Ran[] = []
let replies: Record<string, (args: Ran['args']) => unknown> = {}

function hook(name: string) {
  return [
    (args: HookArguments) => {
      ran.push({ hook: name, args: { ...args, data: structuredClone(args.data), doc: structuredClone(args.doc) } })
      return replies[name]?.(args)
    },
  ]
}

function fieldHooks(name: string) {
  return {
    beforeValidate: hook(`${name} beforeValidate`),
    beforeChange: hook(`${name} beforeChange`),
    afterRead: hook(`${name} afterRead`),
  }
}

const writeAndReadHooks = {
  beforeOperation: hook('beforeOperation'),
  beforeValidate: hook('beforeValidate'),
  beforeChange: hook('beforeChange'),
  afterChange: hook('afterChange'),
  afterCommit: hook('afterCommit'),
  beforeRead: hook('beforeRead'),
  afterRead: hook('afterRead'),
}
const deleteHooks = { beforeDelete: hook('beforeDelete'), afterDelete: hook('afterDelete') }

const rule = (name: string) => () => {
  ran.push({ hook: `rule ${name}`, args: {} as HookArguments })
  return true
}

const config = defineConfig({
  collections: {
    notes: collection({
      fields: {
        title: f.text({
          required: true,
          hooks: fieldHooks('title'),
          validate: ({ value }) => {
            ran.push({ hook: 'validation', args: {} as HookArguments })
            return value !== 'bad' || 'Not this one.'
          },
        }),
        when: f.date(),
        // The type is text, which is right for clients; application code may return dates.
        made: f.date({ default: () => new Date() as unknown as string }),
      },
      hooks: { ...writeAndReadHooks, ...deleteHooks },
      access: { read: rule('read'), create: rule('create'), update: rule('update'), delete: rule('delete') },
    }),
  },
  globals: {
    settings: global({
      fields: { name: f.text() },
      hooks: writeAndReadHooks,
      access: { read: rule('read'), update: rule('update') },
    }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Everything between rule and commit, in the order of docs/contract/application-code.md#hook-order. */
const WRITE = [
  'title beforeValidate',
  'beforeValidate',
  'validation',
  'title beforeChange',
  'beforeChange',
  'validation',
  'afterChange',
  'afterCommit',
  'title afterRead',
  'afterRead',
]

onEachDatabase('the order of hooks', { config, actors: { ann } }, (app) => {
  const notes = () => app().app.local.as(ann).collections.notes
  const order = () => ran.map((one) => one.hook)
  const of = (name: string) => ran.find((one) => one.hook === name)?.args

  beforeEach(() => {
    ran.length = 0
    replies = {}
  })

  async function aNote(): Promise<string> {
    const { id } = await app().app.local.asSystem().collections.notes.create({ title: 'Old' })
    ran.length = 0
    return id
  }

  it('create', async () => {
    await notes().create({ title: 'New' })
    expect(order()).toEqual(['beforeOperation', 'rule create', ...WRITE])
  })

  it('update', async () => {
    const id = await aNote()
    await notes().update(id, { title: 'New' })
    expect(order()).toEqual(['beforeOperation', 'rule update', 'rule read', ...WRITE])
  })

  it('update with {}: writes nothing, and runs no write hook', async () => {
    const id = await aNote()
    await notes().update(id, {})
    expect(order()).toEqual(['beforeOperation', 'rule update', 'rule read', 'title afterRead', 'afterRead'])
  })

  it('beforeOperation gets an empty object for a request without its optional body', async () => {
    const id = await aNote()
    expect((await app().request('POST', `/api/collections/notes/${id}/duplicate`)).status).toBe(201)
    expect(of('beforeOperation')).toMatchObject({ data: {} })
  })

  it('duplicate', async () => {
    const id = await aNote()
    await notes().duplicate(id, { title: 'New' })
    expect(order()).toEqual(['beforeOperation', 'rule create', 'rule read', ...WRITE])
  })

  it('delete', async () => {
    const id = await aNote()
    await notes().delete(id)
    expect(order()).toEqual([
      'beforeOperation',
      'rule delete',
      'rule read',
      'beforeDelete',
      'afterDelete',
      'afterCommit',
    ])
  })

  it('read, list and count', async () => {
    const id = await aNote()
    await notes().findOne(id)
    expect(order()).toEqual(['beforeOperation', 'rule read', 'beforeRead', 'title afterRead', 'afterRead'])
    ran.length = 0
    await aNote()
    await notes().find()
    const once = ['title afterRead', 'afterRead']
    expect(order()).toEqual(['beforeOperation', 'rule read', 'beforeRead', ...once, ...once])
    ran.length = 0
    await notes().count()
    expect(order()).toEqual(['beforeOperation', 'rule read', 'beforeRead'])
  })

  it('bulk: its own beforeOperation, then each document as in a single call', async () => {
    const ids = [await aNote(), await aNote()]
    ran.length = 0
    await notes().bulk({ action: 'update', ids, data: { title: 'New' } })
    const each = ['beforeOperation', 'rule update', 'rule read', ...WRITE]
    expect(order()).toEqual(['beforeOperation', ...each, ...each])
    expect(ran.filter((one) => one.hook === 'beforeOperation').map(({ args }) => args.operation)).toEqual([
      'bulk',
      'update',
      'update',
    ])
  })

  it('globals', async () => {
    await app().app.local.as(ann).globals.settings.update({ name: 'x' })
    expect(order()).toEqual([
      'beforeOperation',
      'rule update',
      'rule read',
      'beforeValidate',
      'beforeChange',
      'afterChange',
      'afterCommit',
      'afterRead',
    ])
    expect(of('afterChange')).toMatchObject({ id: 'settings', collection: 'settings', doc: { name: 'x', revision: 2 } })
  })

  it('a refused call runs no hook after its rule', async () => {
    replies = { beforeOperation: () => undefined }
    await expect(notes().create({ title: 'bad' })).rejects.toMatchObject({ code: 'validation' })
    expect(order()).toEqual(['beforeOperation', 'rule create', 'title beforeValidate', 'beforeValidate', 'validation'])
  })

  it('hooks get the arguments of docs/contract/application-code.md#hook-arguments', async () => {
    const id = await aNote()
    const context = { from: 'test' }
    await notes().update(id, { title: 'New' }, { context })
    const always = { id, operation: 'update', actor: ann, locale: undefined, context, collection: 'notes' }
    const before = { id, revision: 1, title: 'Old' }
    const after = { id, revision: 2, title: 'New' }
    expect(of('beforeOperation')).toMatchObject({ ...always, data: { title: 'New' }, doc: undefined })
    for (const name of ['beforeValidate', 'beforeChange']) {
      expect(of(name)).toMatchObject({ ...always, data: { title: 'New' }, doc: before })
      expect(of(`title ${name}`)).toMatchObject({ ...always, doc: before, value: 'New', path: 'title' })
    }
    for (const name of ['afterChange', 'afterCommit']) {
      expect(of(name)).toMatchObject({ ...always, data: { title: 'New' }, doc: after })
    }
    expect(of('title afterRead')).toMatchObject({ ...always, data: undefined, doc: after, value: 'New', path: 'title' })
    expect(of('afterRead')).toMatchObject({ ...always, data: undefined, doc: after })
    for (const { args } of ran.filter((one) => !one.hook.startsWith('rule') && one.hook !== 'validation')) {
      expect(args.local).toMatchObject({ collections: expect.any(Object), globals: expect.any(Object) })
    }
  })

  it('create: no previous document and no id', async () => {
    await notes().create({ title: 'New' })
    expect(of('beforeChange')).toMatchObject({ id: undefined, doc: undefined, operation: 'create' })
    expect(of('afterChange')).toMatchObject({ id: expect.any(String), doc: { revision: 1, title: 'New' } })
  })

  it('delete: the document as it was, before and after', async () => {
    const id = await aNote()
    await notes().delete(id)
    for (const name of ['beforeDelete', 'afterDelete', 'afterCommit']) {
      expect(of(name)).toMatchObject({ id, doc: { id, title: 'Old' }, operation: 'delete', data: undefined })
    }
  })

  it('a before… hook may return new data, which later hooks get', async () => {
    replies = {
      beforeOperation: ({ data }) => ({ title: `${text(data?.['title'])}1` }),
      'title beforeValidate': ({ value }) => `${text(value)}2`,
      beforeValidate: ({ data }) => ({ title: `${text(data?.['title'])}3` }),
      'title beforeChange': ({ value }) => `${text(value)}4`,
      beforeChange: ({ data }) => ({ ...data, title: `${text(data?.['title'])}5` }),
    }
    expect(await notes().create({ title: '0' })).toMatchObject({ title: '012345' })
    expect(of('rule create')).toBeDefined()
    expect(of('beforeChange')).toMatchObject({ data: { title: '01234' } })
    expect(of('afterChange')).toMatchObject({ data: { title: '012345' }, doc: { title: '012345' } })
  })

  it('results of after… hooks change nothing that is stored', async () => {
    replies = {
      afterChange: () => ({ title: 'changed' }),
      afterCommit: () => ({ title: 'changed' }),
      beforeRead: () => ({ title: 'changed' }),
      'title afterRead': ({ value }) => `${text(value)}!`,
      afterRead: ({ doc }) => ({ ...doc, extra: true }),
    }
    const created = await notes().create({ title: 'New' })
    expect(created).toMatchObject({ title: 'New!', extra: true, revision: 1 })
    replies = {}
    expect(await notes().findOne(created.id)).toEqual({ ...created, title: 'New', extra: undefined })
  })

  it('hooks may not store a value that the field refuses', async () => {
    replies = { beforeChange: () => ({ title: 7 }) }
    const refused = { code: 'validation', issues: [{ code: 'type', path: 'title' }] }
    await expect(notes().create({ title: 'New' })).rejects.toMatchObject(refused)
    replies = { 'title beforeValidate': () => null }
    await expect(notes().create({ title: 'New' })).rejects.toMatchObject({
      issues: [{ code: 'required', path: 'title' }],
    })
    expect(await notes().count()).toEqual({ count: 0 })
  })

  it('dates from application code are stored as instants', async () => {
    replies = { beforeChange: ({ data }) => ({ ...data, when: new Date('2026-01-01') }) }
    expect(await notes().create({ title: 'x' })).toMatchObject({ when: '2026-01-01T00:00:00.000Z', made: anyInstant })
    replies = { beforeChange: ({ data }) => ({ ...data, when: new Date('nonsense') }) }
    await expect(notes().create({ title: 'x' })).rejects.toMatchObject({ issues: [{ code: 'type', path: 'when' }] })
  })

  it('the result of beforeOperation is validated like the input that it replaces', async () => {
    replies = { beforeOperation: () => ({ title: 'New', nope: 1 }) }
    await expect(notes().create({ title: 'New' })).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'unknown_field', path: 'nope' }],
    })
    replies = {
      beforeOperation: ({ operation }) => (operation === 'bulk' ? { action: 'nonsense', ids: [] } : undefined),
    }
    await expect(notes().bulk({ action: 'delete', ids: ['x'] })).rejects.toMatchObject({
      issues: [{ path: 'action' }, { path: 'ids' }],
    })
  })
})
