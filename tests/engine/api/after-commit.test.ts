import { docOf, onEachDatabase } from '@quirecms/testkit'
import {
  type HookArguments,
  type LocalApi,
  type EventName,
  type QuireEvent,
  QuireError,
  collection,
  createApp,
  createLogger,
  defineConfig,
  f,
  global,
} from 'quirecms'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anyInstant } from './matchers.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

let afterCommit: (args: HookArguments) => unknown = () => undefined
let afterChange: (args: HookArguments) => unknown = () => undefined

const config = defineConfig({
  collections: {
    orders: collection({
      fields: { title: f.text(), hidden: f.text({ hidden: true }) },
      hooks: {
        afterChange: [async (args) => void (await afterChange(args))],
        afterCommit: [async (args) => void (await afterCommit(args))],
      },
      access,
    }),
    logs: collection({ fields: { text: f.text({ required: true }) }, access }),
  },
  globals: { settings: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }) },
})

type Local = LocalApi<typeof config>
const localOf = (args: HookArguments) => args.local as unknown as Local
const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('events after the commit', { config, actors: { ann } }, (app) => {
  const orders = () => app().app.local.as(ann).collections.orders
  const logs = () => app().app.local.asSystem().collections.logs
  let endings: (() => void)[] = []

  beforeEach(() => {
    afterCommit = () => undefined
    afterChange = () => undefined
  })
  afterEach(() => {
    for (const end of endings) end()
    endings = []
  })
  const listen = (event: EventName, listener: (event: QuireEvent) => unknown) => {
    endings.push(app().app.on(event, listener))
  }

  it('events contain the document, the action, the actor and the time', async () => {
    const { id } = await orders().create({ title: 'One' })
    await orders().update(id, { title: 'Two' })
    await orders().delete(id)
    await app().app.local.globals.settings.update({ name: 'x' })
    const always = { collection: 'orders', id, actor: ann, at: anyInstant }
    expect(app().events).toMatchObject([
      { ...always, event: 'document.created', revision: 1, doc: { id, title: 'One', hidden: null } },
      { ...always, event: 'document.updated', revision: 2, doc: { id, title: 'Two', revision: 2 } },
      { ...always, event: 'document.deleted', revision: 2, doc: { id, title: 'Two' } },
      { event: 'global.updated', collection: 'settings', id: 'settings', revision: 2, actor: null, doc: { name: 'x' } },
    ])
  })

  it('a listener can read the document of its event, by every read operation', async () => {
    const found: unknown[] = []
    listen('document.created', async ({ id }) => {
      found.push((await app().request('GET', `/api/collections/orders/${id}`)).status)
      found.push((await app().app.local.collections.orders.findOne(id)).title)
    })
    await orders().create({ title: 'One' })
    expect(found).toEqual([200, 'One'])
  })

  it('afterCommit runs after all hooks of the transaction, nested parts included', async () => {
    const order: string[] = []
    afterChange = async (args) => {
      await localOf(args).collections.logs.create({ text: 'nested' })
      order.push('afterChange is through')
    }
    afterCommit = () => order.push('afterCommit')
    listen('document.created', ({ collection: slug }) => order.push(`event of ${slug}`))
    await orders().create({ title: 'One' })
    expect(order).toEqual(['afterChange is through', 'afterCommit', 'event of orders', 'event of logs'])
  })

  it('an error in afterCommit changes neither the response nor stored data, and other listeners still run', async () => {
    afterCommit = () => {
      throw new Error('mail server down')
    }
    const response = await app().request('POST', '/api/collections/orders', { body: { title: 'One' } })
    expect(response).toMatchObject({ status: 201, body: { doc: { title: 'One' } } })
    expect(response.text).not.toContain('mail')
    expect(app().events.map(({ event }) => event)).toEqual(['document.created'])
    const { id } = docOf(response)
    expect((await app().request('DELETE', `/api/collections/orders/${id}`)).status).toBe(200)
  })

  it('a listener that throws affects neither the response nor the next listener', async () => {
    const heard: string[] = []
    listen('document.created', () => {
      throw new Error('first')
    })
    listen('document.created', async () => Promise.reject(new Error('second')))
    listen('document.created', ({ id }) => heard.push(id))
    const { id } = await orders().create({ title: 'One' })
    expect(heard).toEqual([id])
  })

  it('a removed listener is no longer called', async () => {
    const heard: string[] = []
    const end = app().app.on('document.created', ({ id }) => heard.push(id))
    await orders().create({ title: 'One' })
    end()
    await orders().create({ title: 'Two' })
    expect(heard).toHaveLength(1)
  })

  it('afterCommit writes in its own transaction, which cannot roll back the first', async () => {
    afterCommit = async (args) => {
      const local = localOf(args)
      await local.collections.logs.create({ text: 'mailed' })
      await local.collections.logs.create({ text: '' })
    }
    await expect(orders().create({ title: 'One' })).resolves.toMatchObject({ title: 'One' })
    expect(await logs().find()).toMatchObject({ docs: [{ text: 'mailed' }] })
  })

  it('afterCommit with the context of the call also gets a new transaction', async () => {
    afterCommit = ({ context }) => app().app.local.as(ann).collections.logs.create({ text: 'later' }, { context })
    await orders().create({ title: 'One' })
    expect(await logs().count()).toEqual({ count: 1 })
  })

  it('hooks run without listeners', async () => {
    const told: unknown[] = []
    afterCommit = ({ doc }) => told.push(doc?.['title'])
    // Test applications subscribe to all events.
    const log = createLogger({ level: 'silent' })
    const quiet = await createApp({ ...config, database: app().database }, { log, jobs: false })
    try {
      await quiet.local.as(ann).collections.orders.create({ title: 'One' })
    } finally {
      await quiet.close()
    }
    expect(told).toEqual(['One'])
  })

  it('rolled-back changes emit no event, nested or not', async () => {
    let told = 0
    afterCommit = () => {
      told += 1
    }
    afterChange = async (args) => {
      await localOf(args).collections.logs.create({ text: 'nested' })
      throw new QuireError('conflict', 'No.')
    }
    await expect(orders().create({ title: 'One' })).rejects.toMatchObject({ code: 'conflict' })
    expect(told).toBe(0)
    expect(app().events).toEqual([])
  })

  it('refused calls emit no event', async () => {
    afterCommit = () => {
      throw new Error('must not run')
    }
    const responses = await Promise.all([
      app().request('POST', '/api/collections/orders', { body: { nope: 1 } }),
      app().request('PATCH', '/api/collections/orders/01890000-0000-7000-8000-000000000000', { body: { title: 'x' } }),
      app().request('DELETE', '/api/collections/orders/01890000-0000-7000-8000-000000000000'),
    ])
    expect(responses.map(({ status }) => status)).toEqual([422, 404, 404])
    expect(app().events).toEqual([])
  })
})
