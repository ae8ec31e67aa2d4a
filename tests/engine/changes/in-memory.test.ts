import { createApp, defineConfig, sqlite } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'
import { newsroom } from './newsroom.ts'

/** A database in memory has one connection, so all writes are visible at once. */
it('reports no uncommitted or rolled-back transaction of a database in memory', async () => {
  const app = await createApp(defineConfig({ ...newsroom, database: sqlite(':memory:') }))
  onTestFinished(() => app.close())
  const { local } = app
  const { promise: began, resolve: ready } = Promise.withResolvers<string>()
  const told: string[] = []
  const ending = new AbortController()
  const following = (async () => {
    for await (const { documentId } of local.changes({ signal: ending.signal, onReady: ready })) told.push(documentId)
  })()
  const after = await began
  const [written, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const undoing = local.asSystem().transaction(async ({ collections: { plain }, readChanges }) => {
    await plain.create({ name: 'never' })
    // Calls within the transaction do not wait for its end.
    await readChanges({ after })
    written.resolve()
    return undone.promise
  })
  await written.promise
  const reading = Promise.all([local.readChanges({ after }), local.readChanges()])
  undone.reject(new Error('undone'))
  await expect(undoing).rejects.toThrow('undone')
  const [page, now] = await reading
  expect(page.changes).toEqual([])
  const { id } = await local.collections.plain.create({ name: 'real' })
  await expect.poll(() => told).toEqual([id])
  for (const cursor of [page.next, now.next])
    expect((await local.readChanges({ after: cursor })).changes).toMatchObject([{ documentId: id }])
  ending.abort()
  await following
})
