import { request } from 'node:http'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** Steps of a request, in order. */
const done: string[] = []
let isWatched = false
/** Where the request is held, and its release. */
let heldAt: string | undefined
let held = Promise.withResolvers<void>()

async function step(name: string): Promise<void> {
  if (!isWatched) return
  done.push(name)
  if (name === heldAt) await held.promise
}

const onStatement = (sql: string) => {
  if (isWatched && /^(select|with) /i.test(sql) && sql.includes('doc_')) done.push('statement')
}

const config = defineConfig({
  collections: {
    books: collection({
      access: { read: async () => (await step('rule'), true) },
      fields: {
        title: f.text({
          access: { read: async () => (await step('field rule'), true) },
          hooks: { afterRead: [async () => step('field hook')] },
        }),
        length: f.virtual({ value: async () => (await step('virtual'), 1) }),
        sequels: f.relationship({ to: 'books', many: true }),
      },
      hooks: {
        beforeOperation: [async () => step('beforeOperation')],
        beforeRead: [async () => step('beforeRead')],
        afterRead: [async () => step('hook')],
      },
    }),
  },
})

const STEPS = ['beforeOperation', 'rule', 'beforeRead', 'virtual', 'field rule', 'field hook', 'hook']

onEachDatabase('a read whose client disconnected', { config, onStatement }, (app) => {
  beforeEach(async () => {
    isWatched = false
    done.length = 0
    held = Promise.withResolvers<void>()
    const { books } = app().app.local.asSystem().collections
    const ids: string[] = []
    for (const title of ['A', 'B', 'C']) ids.push((await books.create({ title })).id)
    await books.create({ title: 'D', sequels: ids })
  })
  afterEach(() => {
    isWatched = false
    held.resolve()
  })

  it.each(STEPS)('stops after the current step: %s', async (name) => {
    heldAt = name
    isWatched = true
    const sent = request(`${app().url}/api/collections/books?depth=1&where={"title":{"exists":true}}`, { agent: false })
    const closed = new Promise((resolve) => sent.once('close', resolve))
    sent.once('error', () => undefined)
    sent.end()
    await expect.poll(() => done).toContain(name)
    const before = [...done]
    expect(before.at(-1)).toBe(name)
    sent.destroy()
    await closed
    // Once this is answered, the service has seen the disconnect.
    await app().request('GET', '/healthz')
    held.resolve()
    await app().request('GET', '/healthz')
    expect(done).toEqual(before)
  })

  it('runs all steps while its client is connected', async () => {
    heldAt = undefined
    isWatched = true
    const { body } = await app().request('GET', '/api/collections/books?depth=1')
    expect(body.docs).toHaveLength(4)
    for (const name of [...STEPS, 'statement']) expect(done).toContain(name)
  })
})
