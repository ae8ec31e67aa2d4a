// @module-tag release
import { createTestApp, describeEachDatabase, type Dialect, must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }
const fields = { open: f.checkbox(), text: f.textarea(), tag: f.relationship({ to: 'tags' }) }

const config = defineConfig({
  collections: {
    tags: collection({ fields: { name: f.text() }, access }),
    posts: collection({ fields, access }),
    notes: collection({ fields, access: { ...access, read: () => ({ open: { equals: true } }) } }),
  },
})

const NOTES = 6_000
const at = '2026-01-01T00:00:00.000Z'
const base = { revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {} }
const note = (number: number) => `01892000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [OFTEN, SELDOM] = ['01891000-0000-7000-8000-000000000001', '01891000-0000-7000-8000-000000000002']

async function open(dialect: Dialect) {
  const statements: string[] = []
  const onStatement = (text: string) => void statements.push(text)
  const test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), onStatement })
  onTestFinished(() => test.close())
  const { storage } = test.app
  await storage.transaction(async (tx) => {
    for (const id of [OFTEN, SELDOM]) await tx.insert('tags', { ...base, id, json: '{"name":"a"}' }, [])
  })
  return { ...test, statements }
}

describeEachDatabase('references among many documents, on %s', (dialect) => {
  it('are returned at once to every caller if they are few', async () => {
    const { app } = await open(dialect)
    for (let first = 0; first < NOTES; first += 500) {
      await app.storage.transaction(async (tx) => {
        for (let number = first; number < first + 500; number += 1) {
          const tag = number < 3 ? SELDOM : OFTEN
          const json = JSON.stringify({ open: true, text: 'x'.repeat(1_000), tag })
          const references = [{ path: 'tag', locale: '', collection: 'tags', id: tag }]
          await tx.insert('notes', { ...base, id: note(number), json }, references)
        }
      })
    }
    const { tags } = app.local.asSystem().collections
    // More than the queue of slow queries holds.
    const asked = Array.from({ length: 200 }, () => app.local.collections.tags.references(SELDOM))
    const totals = (await Promise.all(asked)).map(({ pagination }) => pagination.totalDocs)
    expect(new Set(totals)).toEqual(new Set([3]))
    expect((await tags.references(OFTEN)).pagination.totalDocs).toBe(NOTES - 3)
  })

  it('are returned without reading documents that every caller may read', async () => {
    const { app, statements } = await open(dialect)
    const { posts, tags } = app.local.collections
    const ids: string[] = []
    for (let number = 0; number < 3; number += 1) ids.push((await posts.create({ tag: OFTEN })).id)
    statements.length = 0
    const { docs, pagination } = await tags.references(OFTEN, { limit: 2, page: 2 })
    expect([docs.map(({ id }) => id), pagination.totalDocs]).toEqual([[must(ids.toSorted()[2], 'post')], 3])
    expect(statements.filter((text) => text.includes('"doc_posts"'))).toEqual([])
    expect(statements.filter((text) => text.includes('"doc_notes"'))).not.toEqual([])
  })
})
