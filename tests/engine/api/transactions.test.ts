import { onEachDatabase } from '@quirecms/testkit'
import { type App, type HookArguments, type LocalApi, QuireError, collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

type Step = (args: HookArguments) => unknown
let steps: Partial<Record<'beforeChange' | 'afterChange' | 'afterDelete' | 'afterCommit' | 'logged', Step>> = {}

const config = defineConfig({
  collections: {
    orders: collection({
      fields: { title: f.text({ required: true }), code: f.text({ unique: true }) },
      hooks: {
        beforeChange: [async (args) => void (await steps.beforeChange?.(args))],
        afterChange: [async (args) => void (await steps.afterChange?.(args))],
        afterDelete: [async (args) => void (await steps.afterDelete?.(args))],
        afterCommit: [async (args) => void (await steps.afterCommit?.(args))],
      },
      access,
    }),
    logs: collection({
      fields: { text: f.text({ required: true }), code: f.text({ unique: true }) },
      hooks: { afterChange: [async (args) => void (await steps.logged?.(args))] },
      access: { ...access, create: ({ actor }) => actor !== null },
    }),
  },
})

type Local = LocalApi<typeof config>
const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const localOf = (args: HookArguments) => args.local as unknown as Local

onEachDatabase('one transaction', { config, actors: { ann } }, (app) => {
  const local = (): Local => app().app.local.as(ann)
  const events = () => app().events.map(({ event, collection: slug }) => `${slug} ${event}`)
  const counts = async () => {
    const { orders, logs } = app().app.local.asSystem().collections
    return { orders: (await orders.count()).count, logs: (await logs.count()).count }
  }

  beforeEach(() => {
    steps = {}
  })

  /** Three ways of nested calls from a hook; all must join the transaction. */
  const ways: Readonly<
    Record<string, (running: App<typeof config>, args: HookArguments, text: string) => Promise<{ id: string }>>
  > = {
    "the hook's own local": (_running, args, text) => localOf(args).collections.logs.create({ text }),
    'app.local with the context': (running, { context }, text) =>
      running.local.as(ann).collections.logs.create({ text }, { context }),
    'app.local without the context': (running, _args, text) => running.local.as(ann).collections.logs.create({ text }),
    "the hook's local as the system": (_running, args, text) =>
      localOf(args).asSystem().collections.logs.create({ text }),
  }

  it.each(Object.entries(ways))('includes a call of a hook with %s', async (_name, write) => {
    steps.afterChange = async (args) => {
      const { id } = await write(app().app, args, 'made')
      // In the transaction, its own writes are visible.
      expect(await localOf(args).collections.logs.findOne(id)).toMatchObject({ text: 'made' })
      expect(await localOf(args).collections.orders.findOne(args.id ?? '')).toMatchObject({ title: 'One' })
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 1 })
    expect(events()).toEqual(['orders document.created', 'logs document.created'])
  })

  it.each(Object.entries(ways))('is rolled back on an error with %s', async (_name, write) => {
    steps.afterChange = async (args) => {
      await write(app().app, args, 'made')
      throw new QuireError('conflict', 'Not today.')
    }
    await expect(local().collections.orders.create({ title: 'One' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await counts()).toEqual({ orders: 0, logs: 0 })
    expect(events()).toEqual([])
  })

  it('an error in afterChange rolls back an update', async () => {
    const { id } = await local().collections.orders.create({ title: 'One' })
    app().events.length = 0
    steps.afterChange = () => {
      throw new Error('a cause of my own')
    }
    const response = await app().request('PATCH', `/api/collections/orders/${id}`, { body: { title: 'Two' } })
    expect(response).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
    expect(response.text).not.toContain('cause')
    expect(await local().collections.orders.findOne(id)).toMatchObject({ title: 'One', revision: 1 })
    expect(events()).toEqual([])
  })

  it('an error in afterDelete restores the document', async () => {
    const { id } = await local().collections.orders.create({ title: 'One' })
    app().events.length = 0
    steps.afterDelete = async (args) => {
      await localOf(args).collections.logs.create({ text: 'gone' })
      throw new QuireError('conflict', 'Not today.')
    }
    await expect(local().collections.orders.delete(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await counts()).toEqual({ orders: 1, logs: 0 })
    expect(events()).toEqual([])
  })

  it('the QuireError of a hook is the response', async () => {
    steps.beforeChange = () => {
      throw new QuireError('validation', 'No.', { issues: [{ code: 'custom', path: 'title', message: 'No.' }] })
    }
    const response = await app().request('POST', '/api/collections/orders', { body: { title: 'One' } })
    expect(response).toMatchObject({
      status: 422,
      body: { error: { code: 'validation', issues: [{ path: 'title' }] } },
    })
    expect(await counts()).toEqual({ orders: 0, logs: 0 })
  })

  it('the local API of a hook acts with the rights of the caller', async () => {
    steps.afterChange = (args) => localOf(args).collections.logs.create({ text: 'made' })
    const anonymous = app().app.local.collections.orders
    await expect(anonymous.create({ title: 'One' })).rejects.toMatchObject({
      code: 'internal',
      cause: { code: 'unauthenticated' },
    })
    expect(await counts()).toEqual({ orders: 0, logs: 0 })
    await expect(local().collections.orders.create({ title: 'One' })).resolves.toMatchObject({ title: 'One' })
  })

  it('a nested failure that the hook catches rolls back only the nested part, with its events', async () => {
    steps.logged = ({ data }) => {
      if (data?.['text'] === 'bad') throw new QuireError('conflict', 'Not this one.')
    }
    steps.afterChange = async (args) => {
      const { logs } = localOf(args).collections
      await logs.create({ text: 'before' })
      await expect(logs.create({ text: 'bad' })).rejects.toMatchObject({ code: 'conflict' })
      await expect(logs.create({ text: '' })).rejects.toMatchObject({ code: 'validation' })
      await logs.create({ text: 'after' })
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 2 })
    expect(events()).toEqual(['orders document.created', 'logs document.created', 'logs document.created'])
  })

  it('a unique conflict of a nested write can be caught as well', async () => {
    await local().collections.logs.create({ text: 'first', code: 'taken' })
    app().events.length = 0
    steps.afterChange = async (args) => {
      const { logs } = localOf(args).collections
      await expect(logs.create({ text: 'x', code: 'taken' })).rejects.toMatchObject({ code: 'validation' })
      await logs.create({ text: 'x', code: 'free' })
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 2 })
  })

  it('concurrent nested calls all succeed, one after another', async () => {
    steps.afterChange = async (args) => {
      const { logs } = localOf(args).collections
      const made = await Promise.all(Array.from({ length: 8 }, (_, index) => logs.create({ text: `${index}` })))
      const [, ...rest] = await Promise.all([logs.count(), ...made.map(({ id }) => logs.update(id, { code: id }))])
      expect(rest).toHaveLength(8)
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 8 })
  })

  it('concurrent nested calls: a failing one does not affect the others', async () => {
    steps.afterChange = async (args) => {
      const { logs } = localOf(args).collections
      const outcomes = await Promise.allSettled(['a', 'a', '', 'b'].map((text) => logs.create({ text, code: text })))
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 2 })
    expect(events()).toEqual(['orders document.created', 'logs document.created', 'logs document.created'])
  })

  it('nested calls of nested calls join too, and are rolled back together', async () => {
    steps.logged = async (args) => {
      if (args.data?.['text'] !== 'outer') return
      await localOf(args).collections.logs.create({ text: 'inner' })
      if (args.context['fail'] === true) throw new QuireError('conflict', 'Both go.')
    }
    steps.afterChange = async (args) => {
      const { logs } = localOf(args).collections
      await logs.create({ text: 'outer' })
      args.context['fail'] = true
      await expect(logs.create({ text: 'outer' })).rejects.toMatchObject({ code: 'conflict' })
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 2 })
  })

  it('a nested call that is not awaited finishes before the commit', async () => {
    steps.afterChange = (args) => {
      const { logs } = localOf(args).collections
      void logs.create({ text: 'forgotten' })
      logs.create({ text: '' }).catch(() => undefined)
    }
    await local().collections.orders.create({ title: 'One' })
    expect(await counts()).toEqual({ orders: 1, logs: 1 })
    expect(events().toSorted()).toEqual(['logs document.created', 'orders document.created'])
  })

  it('a call that starts after the transaction gets its own', async () => {
    let late: Promise<unknown> | undefined
    steps.afterChange = (args) => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        localOf(args).collections.logs.create({ text: 'late' }),
      )
    }
    await local().collections.orders.create({ title: 'One' })
    await late
    expect(await counts()).toEqual({ orders: 1, logs: 1 })
  })

  it('a hook that changes the document again: the response is the stored document, and events keep their order', async () => {
    steps.afterChange = async (args) => {
      if (args.context['again'] === true) return
      args.context['again'] = true
      await localOf(args).collections.orders.update(args.id ?? '', { code: 'numbered' })
    }
    const answer = await local().collections.orders.create({ title: 'One' })
    expect(answer).toMatchObject({ title: 'One', code: 'numbered', revision: 2 })
    expect(await local().collections.orders.findOne(answer.id)).toEqual(answer)
    expect(app().events.map(({ event, revision }) => `${event} ${revision}`)).toEqual([
      'document.created 1',
      'document.updated 2',
    ])
    const response = await app().request('PATCH', `/api/collections/orders/${answer.id}`, { body: { title: 'Two' } })
    expect(response.headers.get('etag')).toBe('"4"')
  })

  it('bulk: each document has its own context, unless all are in the transaction of a hook', async () => {
    const ids = [
      await local().collections.orders.create({ title: 'A' }),
      await local().collections.orders.create({ title: 'B' }),
    ]
    const marks: unknown[] = []
    steps.afterChange = ({ context }) => {
      marks.push([context['from'], context['mark']])
      context['mark'] = true
    }
    const request = { action: 'update', ids: ids.map(({ id }) => id), data: { title: 'C' } } as const
    await local().collections.orders.bulk(request, { context: { from: 'test' } })
    expect(marks).toEqual([
      ['test', undefined],
      ['test', undefined],
    ])
    steps.logged = (args) => localOf(args).collections.orders.bulk({ ...request, data: { title: 'D' } })
    await local().collections.logs.create({ text: 'x' }, { context: { from: 'hook' } })
    expect(marks.slice(2)).toEqual([
      ['hook', undefined],
      ['hook', true],
    ])
  })

  it('reads in a hook see uncommitted writes, also lists and counts', async () => {
    steps.afterChange = async (args) => {
      const { orders } = localOf(args).collections
      expect((await orders.find()).pagination.totalDocs).toBe(1)
      expect(await orders.count()).toEqual({ count: 1 })
      expect(await app().app.local.collections.orders.count()).toEqual({ count: 1 })
    }
    await local().collections.orders.create({ title: 'One' })
  })
})
