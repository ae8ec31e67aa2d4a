import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, QuireError } from 'quirecms'
import { expect, it } from 'vitest'
import { follow, framesOf, type Follower } from './follower.ts'

const everybody = () => true
const asked = { open: 0, never: 0 }

const config = defineConfig({
  changes: true,
  server: { rateLimit: false },
  log: { level: 'silent' },
  collections: {
    open: collection({
      fields: { name: f.text(), isOpen: f.checkbox() },
      access: {
        read: () => {
          asked.open += 1
          return { isOpen: { equals: true } }
        },
      },
    }),
    club: collection({
      fields: { name: f.text() },
      access: { read: ({ request }) => request?.headers['x-club'] === 'yes' && { name: { exists: true } } },
    }),
    guarded: collection({
      fields: { name: f.text() },
      access: { read: everybody, create: everybody },
      hooks: {
        beforeOperation: [
          ({ operation }) => {
            if (operation !== 'create') throw new QuireError('forbidden', 'Reading is not allowed.')
          },
        ],
      },
    }),
    never: collection({
      fields: { name: f.text() },
      access: {
        read: () => {
          asked.never += 1
          return false
        },
      },
    }),
  },
})

const ready = (stream: Follower) => expect.poll(() => stream.text).toContain('event: ready')
const told = (stream: Follower) =>
  framesOf(stream.text).flatMap(({ event, data }) => (event === 'change' ? [data] : []))

onEachDatabase('readers of the change feed', { config }, (app) => {
  const system = () => app().app.local.asSystem().collections

  it('share results of rules about anonymous callers', async () => {
    const streams = await Promise.all(Array.from({ length: 40 }, () => follow(app())))
    await Promise.all(streams.map(ready))
    asked.open = 0
    const { id } = await system().open.create({ name: 'one', isOpen: true })
    for (const stream of streams) await expect.poll(() => stream.text).toContain(id)
    // Shared by all streams, two calls would do: one for documents and one for deletions.
    expect(asked.open).toBeLessThan(30)
  })

  it('do not share results if a rule uses the request', async () => {
    const streams = await Promise.all(
      ['no', 'yes', 'no', 'yes'].map((club) => follow(app(), '', undefined, { 'x-club': club })),
    )
    await Promise.all(streams.map(ready))
    const { id } = await system().club.create({ name: 'one' })
    const { id: last } = await system().open.create({ name: 'last', isOpen: true })
    for (const stream of streams) await expect.poll(() => stream.text).toContain(last)
    expect(streams.map((stream) => stream.text.includes(id))).toEqual([false, true, false, true])
  })

  it('get nothing that a hook hides from lists', async () => {
    const stream = await follow(app())
    await ready(stream)
    const { id } = await app().app.local.collections.guarded.create({ name: 'one' })
    const { id: last } = await system().open.create({ name: 'last', isOpen: true })
    await expect.poll(() => stream.text).toContain(last)
    expect(stream.text).not.toContain(id)
  })

  it('are told when a document leaves what they may read', async () => {
    const early = await follow(app())
    await ready(early)
    const { id } = await system().open.create({ name: 'secret', isOpen: true })
    await expect.poll(() => told(early)).toHaveLength(1)
    const other = await follow(app(), '?documents=true')
    await ready(other)
    await system().open.update(id, { isOpen: false })
    await expect.poll(() => told(early)).toHaveLength(2)
    expect(told(early)[1]).toMatchObject({ documentId: id, event: 'document.updated', revision: null, actor: null })
    await system().open.update(id, { name: 'more secret' })
    const { id: last } = await system().open.create({ name: 'last', isOpen: true })
    for (const stream of [early, other]) await expect.poll(() => stream.text).toContain(last)
    // Each stream is notified once, and only of documents that it showed before.
    expect(told(early)).toHaveLength(3)
    expect(told(other).map((change) => change?.['documentId'])).toEqual([last])
  })

  it('skip collections that are closed to all', async () => {
    const { next: after } = await app().app.local.readChanges()
    for (let index = 0; index < 220; index += 1) await system().never.create({ name: String(index) })
    const { id } = await system().open.create({ name: 'last', isOpen: true })
    const page = async () => {
      asked.never = 0
      return (await app().app.local.readChanges({ after, limit: 1 })).changes[0]?.documentId
    }
    await expect.poll(page).toBe(id)
    expect(asked.never).toBe(1)
  })
})
