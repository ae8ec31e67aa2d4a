import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hook, Size } from '@quirecms/core'
import { describeEachDatabase } from '@quirecms/testkit'
import { collection, disk, f } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { access, evolving, type EvolvedApp } from '../../postgres/evolution/evolving.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-stored-bytes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const storage = disk(folder)

const KB = 1024
const file = (bytes: number) => ({ name: 'a.txt', content: Buffer.alloc(bytes, 'x') })
const eve = { id: '01900000-0000-7000-8000-000000000001', collection: 'users' }

type Quota = { readonly user?: Size; readonly total?: Size }

/** An application with or without a quota. */
const model = (quota: Quota | null) => ({
  storage,
  collections: {
    users: collection({ auth: true, fields: {} }),
    media: collection({ upload: quota ? { quota } : true, fields: {}, access }),
  },
})

/** Uploads the file; returns whether it fits. */
async function fits(app: EvolvedApp, bytes: number, { slug = 'media', as = eve } = {}): Promise<string | null> {
  try {
    return (await app.local.as(as).collections[slug].create({ file: file(bytes) })).id
  } catch (error) {
    expect(error).toMatchObject({ code: 'payload_too_large' })
    return null
  }
}

/** Checks that exactly this many bytes fit; removes them again. */
async function expectRoom(app: EvolvedApp, bytes: number): Promise<void> {
  expect(await fits(app, bytes + 1)).toBeNull()
  const id = await fits(app, bytes)
  expect(id).not.toBeNull()
  await app.local.asSystem().collections.media.delete(id)
}

const counted = ({ storage: { reader } }: EvolvedApp) => reader.records.count('stored_bytes', {})
const uncounted = ({ storage: { reader } }: EvolvedApp) => reader.records.count('objects', { counted: 0 })

describeEachDatabase('the counted bytes of quotas (%s)', (dialect) => {
  const versions = evolving(dialect)

  it('are absent without a quota', async () => {
    const app = await versions.open(model(null))
    const id = await fits(app, 3 * KB)
    await app.local.asSystem().collections.media.delete(id)
    await fits(app, 3 * KB)
    await app.runJobs()
    expect(await counted(app)).toBe(0)
    expect(await uncounted(app)).toBe(1)
  })

  it('include files from before the quota, from the first upload on', async () => {
    const before = await versions.open(model(null))
    const first = await fits(before, 2 * KB)
    await fits(before, KB)
    for (const quota of [{ total: '10kb' }, { user: '10kb' }] as const satisfies Quota[]) {
      const app = await versions.open(model(quota))
      await expectRoom(app, 7 * KB)
      expect(await uncounted(app)).toBe('total' in quota ? 2 : 0)
      await app.runJobs()
      expect(await uncounted(app)).toBe(0)
      await expectRoom(app, 7 * KB)
    }
    const app = await versions.open(model({ user: '10kb', total: '10kb' }))
    await app.local.asSystem().collections.media.delete(first)
    await expectRoom(app, 9 * KB)
  })

  it('are correct again after a time without a quota', async () => {
    const bounded = model({ user: '10kb', total: '10kb' })
    const before = await versions.open(bounded)
    const first = await fits(before, 2 * KB)
    const second = await fits(before, KB)
    const between = await versions.open(model(null))
    await between.local.asSystem().collections.media.delete(first)
    await between.local.as(eve).collections.media.update(second, { file: file(4 * KB) })
    await fits(between, 20 * KB)
    const last = await fits(between, KB)
    await between.runJobs()
    const after = await versions.open(bounded)
    expect(await fits(after, 1)).toBeNull()
    await after.runJobs()
    expect(await fits(after, 1)).toBeNull()
    const large = (await after.local.asSystem().collections.media.find({ where: { filesize: { equals: 20 * KB } } }))
      .docs
    await after.local.asSystem().collections.media.delete(large[0].id)
    await expectRoom(after, 5 * KB)
    await after.local.asSystem().collections.media.delete(last)
    await expectRoom(after, 6 * KB)
  })

  it('are kept when the collection, or that of its users, is renamed', async () => {
    const before = await versions.open(model({ user: '10kb' }))
    await fits(before, 3 * KB)
    const people = collection({ auth: true, renamedFrom: 'users', fields: {} })
    const files = collection({ upload: { quota: { user: '10kb' } }, renamedFrom: 'media', fields: {}, access })
    const after = await versions.open({ storage, collections: { people, files } })
    const as = { ...eve, collection: 'people' }
    expect(await fits(after, 7 * KB + 1, { slug: 'files', as })).toBeNull()
    expect(await fits(after, 7 * KB, { slug: 'files', as })).not.toBeNull()
  })

  it('are rolled back with their transaction', async () => {
    const { collections } = model({ user: '10kb', total: '10kb' })
    let stored = 0
    const storeAndFail: Hook = async ({ local }) => {
      const { media } = (local as unknown as EvolvedApp['local']).asSystem().collections
      const { id } = await media.create({ file: file(6 * KB) })
      await media.update(id, { file: file(2 * KB) })
      await media.create({ file: file(6 * KB) })
      stored += 1
      throw new Error('This fails after all.')
    }
    const orders = collection({ fields: { note: f.text() }, access, hooks: { afterChange: [storeAndFail] } })
    const app = await versions.open({ storage, collections: { ...collections, orders } })
    await fits(app, KB)
    await expect(app.local.asSystem().collections.orders.create({ note: 'a' })).rejects.toThrow()
    expect(stored).toBe(1)
    await expectRoom(app, 9 * KB)
  })
})
