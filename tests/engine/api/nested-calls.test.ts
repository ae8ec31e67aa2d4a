import { AsyncLocalStorage } from 'node:async_hooks'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments, QuireError } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

type Step = (args: HookArguments) => unknown
let steps: Partial<Record<'order' | 'log', Step>> = {}

const config = defineConfig({
  collections: {
    orders: collection({
      fields: { title: f.text() },
      hooks: { afterChange: [async (args) => void (await steps.order?.(args))] },
      access,
    }),
    logs: collection({
      fields: { text: f.text() },
      hooks: { afterChange: [async (args) => void (await steps.log?.(args))] },
      access,
    }),
  },
})

/** Runs a function outside of the current async context, like a queue. */
const outside = AsyncLocalStorage.snapshot()

onEachDatabase('nested calls with their context', { config }, (app) => {
  const local = () => app().app.local
  const texts = async () => (await local().collections.logs.find({ sort: 'text' })).docs.map(({ text }) => text)

  beforeEach(() => {
    steps = {}
  })

  const ways = {
    'in the chain of calls': <T>(work: () => T): T => work(),
    'outside of it': <T>(work: () => T): T => outside(work),
  }

  describe.each(Object.entries(ways))('%s', (_name, run) => {
    const log = (text: string, { context }: HookArguments) =>
      run(() => local().collections.logs.create({ text }, { context }))

    it('join the transaction at every level', async () => {
      steps.order = (args) => log('1', args)
      steps.log = (args) => {
        const text = Number(args.doc?.['text'])
        return text < 4 ? log(String(text + 1), args) : undefined
      }
      await local().collections.orders.create({ title: 'One' })
      expect(await texts()).toEqual(['1', '2', '3', '4'])
    })

    it('are all rolled back if the outermost throws', async () => {
      steps.order = async (args) => {
        await log('1', args)
        throw new QuireError('conflict', 'No.')
      }
      steps.log = (args) => (args.doc?.['text'] === '1' ? log('2', args) : undefined)
      await expect(local().collections.orders.create({ title: 'One' })).rejects.toMatchObject({ code: 'conflict' })
      expect(await texts()).toEqual([])
      expect(app().events).toEqual([])
    })

    it('roll back only a part that throws, with its nested parts', async () => {
      steps.order = async (args) => {
        await Promise.allSettled([log('bad', args), log('good', args)])
        await log('last', args)
      }
      steps.log = async (args) => {
        if (args.doc?.['text'] !== 'bad') return
        await log('inside', args)
        throw new Error('No.')
      }
      await local().collections.orders.create({ title: 'One' })
      expect(await texts()).toEqual(['good', 'last'])
    })

    it('share the values of the context', async () => {
      const seen: unknown[] = []
      steps.order = async (args) => {
        args.context['from'] = 'order'
        await log('1', args)
        seen.push(args.context['back'])
      }
      steps.log = ({ context }) => {
        seen.push(context['from'])
        context['back'] = 'log'
      }
      await local().collections.orders.create({ title: 'One' })
      expect(seen).toEqual(['order', 'log'])
    })
  })
})

onEachDatabase('a transaction that the database aborted', { config }, (app) => {
  const local = () => app().app.local

  beforeEach(() => {
    steps = {}
  })

  it('fails its call at once, and refuses later calls of its hook', async () => {
    const { storage } = app().app
    const begin = storage.transaction.bind(storage)
    const deadline = Promise.withResolvers<never>()
    const entered = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown[]>()
    let isFirst = true
    storage.transaction = (work) => {
      const run = begin(work)
      if (!isFirst) return run
      isFirst = false
      run.catch(() => undefined)
      return Promise.race([run, deadline.promise])
    }
    steps.order = async (args) => {
      entered.resolve()
      await gate.promise
      const attempts = [
        () => args.local['collections']['logs']?.['create']?.({ text: 'own local' }),
        () => local().collections.logs.create({ text: 'in the chain' }),
        () => outside(() => local().collections.logs.create({ text: 'by context' }, { context: args.context })),
        () => local().collections.logs.find(),
        () => local().collections.logs.bulk({ action: 'delete', ids: [args.id ?? ''] }),
      ]
      const outcomes = await Promise.allSettled(attempts.map(async (attempt) => attempt()))
      ended.resolve(outcomes.map((one) => (one.status === 'rejected' ? (one.reason as QuireError).code : one.value)))
      throw new Error('The work is rolled back.')
    }
    try {
      const answer = app().request('POST', '/api/collections/orders', { body: { title: 'One' } })
      await entered.promise
      deadline.reject(new QuireError('timeout', 'The transaction took too long.'))
      expect(await answer).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
      gate.resolve()
      expect(await ended.promise).toEqual(['timeout', 'timeout', 'timeout', 'timeout', 'timeout'])
    } finally {
      storage.transaction = begin
    }
    steps = {}
    // Other writes succeed, and the late write has no effect.
    await local().collections.orders.create({ title: 'Two' })
    expect(await local().collections.logs.count()).toEqual({ count: 0 })
    expect((await local().collections.orders.find()).docs).toMatchObject([{ title: 'Two' }])
  })

  it('does not include work after its commit', async () => {
    const gate = Promise.withResolvers<void>()
    const later = Promise.withResolvers<unknown>()
    steps.order = () => void gate.promise.then(() => later.resolve(local().collections.logs.create({ text: 'later' })))
    await local().collections.orders.create({ title: 'One' })
    gate.resolve()
    expect(await later.promise).toMatchObject({ text: 'later' })
  })
})
