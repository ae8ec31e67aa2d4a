import { createTestApp, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }

/** Pauses an edit after it has locked its document, before it checks references. */
let beforeTargets: (() => Promise<void>) | undefined

async function heldUp(): Promise<true> {
  await beforeTargets?.()
  return true
}

const config = defineConfig({
  collections: {
    categories: collection({ fields: { name: f.text() }, access: open }),
    posts: collection({
      fields: {
        title: f.text({ validate: heldUp }),
        category: f.relationship({ to: 'categories', onDelete: 'clear' }),
        second: f.relationship({ to: 'categories', onDelete: 'clear' }),
      },
      access: open,
    }),
  },
})

describe('an edit concurrent to the deletion of its target (postgres)', () => {
  let test: TestApp<typeof config>
  let client: pg.Client

  beforeAll(async () => {
    test = await createTestApp(config, { dialect: 'postgres', postgresUrl: inject('postgresUrl') })
    client = new pg.Client('url' in test.database ? test.database.url : '')
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await test.close()
  })

  const ask = async (text: string) => Number((await client.query({ text, rowMode: 'array' })).rows[0]?.[0])
  const waiting = () =>
    ask("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
  const deadlocks = async () => {
    await client.query('select pg_stat_clear_snapshot()')
    return ask('select deadlocks from pg_stat_database where datname = current_database()')
  }

  it('takes the same locks in the same order: no deadlock', async () => {
    const { categories, posts } = test.app.local.collections
    const category = await categories.create({ name: 'news' })
    const post = await posts.create({ title: 'one', category: category.id })
    const isHeld = Promise.withResolvers<void>()
    beforeTargets = async () => {
      isHeld.resolve()
      beforeTargets = undefined
      // The deletion has found the post and waits for its lock.
      await expect.poll(waiting).toBe(1)
    }
    const edit = posts.update(post.id, { title: 'two', second: category.id })
    await isHeld.promise
    const deletion = categories.delete(category.id)
    expect(await Promise.allSettled([edit, deletion])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    expect(await posts.findOne(post.id)).toMatchObject({ title: 'two', category: null, second: null })
    expect(await deadlocks()).toBe(0)
  })

  it('is never refused because of one, whatever their number', async () => {
    const { categories, posts } = test.app.local.collections
    for (let round = 0; round < 5; round += 1) {
      const category = await categories.create({ name: 'news' })
      const made = await posts.createMany(Array.from({ length: 8 }, () => ({ title: 'one', category: category.id })))
      const edits = made.flatMap(({ id }) => [
        posts.update(id, { title: 'two', second: category.id }),
        posts.update(id, { title: 'three', category: category.id }),
      ])
      const answers = await Promise.allSettled([...edits, categories.delete(category.id)])
      const codes = answers.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason as { code: string }).code))
      // Requests after the deletion find no such category.
      expect(new Set(codes).difference(new Set(['ok', 'validation']))).toEqual(new Set())
      expect(codes.at(-1)).toBe('ok')
      const { docs } = await posts.find({ limit: 100 })
      expect(docs.filter((doc) => doc.category !== null || doc.second !== null)).toEqual([])
      await posts.deleteMany({ where: {} })
    }
    expect(await deadlocks()).toBe(0)
  })
})
