import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f } from 'quirecms'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { form } from './gallery.ts'
import { noise } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-quota-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const ofImages = { sizes: { small: { width: 40 } }, quota: { total: '64kb' } } as const

const config = defineConfig({
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: {} }),
    media: collection({
      upload: { quota: { user: '3kb', total: '10kb' } },
      fields: { alt: f.text({ maxLength: 5 }) },
      access,
    }),
    shared: collection({ upload: { quota: { total: '10kb' } }, trash: true, fields: {}, access }),
    papers: collection({ upload: { quota: { total: '3kb' } }, versions: true, fields: {}, access }),
    pictures: collection({ upload: ofImages, fields: {}, access }),
  },
})

const actors = {
  eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users' },
  bob: { id: '01900000-0000-7000-8000-000000000002', collection: 'users' },
}

const text = (kilobytes: number) => form('x'.repeat(kilobytes * 1024), 'a.txt')

async function storedKeys(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

onEachDatabase('quotas', { config, actors }, (app) => {
  beforeEach(async () => {
    await app().app.storage.transaction(async ({ records }) => {
      for (const table of ['objects', 'stored_bytes']) await records.remove(table, {})
    })
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  })

  const upload = (slug: string, body: FormData, as?: 'eve' | 'bob') =>
    app().request('POST', `/api/collections/${slug}`, { body, as })
  const replace = (slug: string, id: string, body: FormData, as?: 'eve' | 'bob') =>
    app().request('PATCH', `/api/collections/${slug}/${id}`, { body, as })
  const statuses = (answers: readonly { status: number }[]) =>
    Object.fromEntries(
      [200, 201, 413].map((status) => [status, answers.filter((answer) => answer.status === status).length]),
    )

  it('accept exactly as much as fits, of fifty concurrent uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload('shared', text(1))))
    expect(statuses(answers)).toEqual({ 200: 0, 201: 10, 413: 40 })
    expect(answers.find(({ status }) => status === 413)?.body.error.code).toBe('payload_too_large')
    const stored = answers.filter(({ status }) => status === 201).map((answer) => String(docOf(answer)['objectKey']))
    expect((await storedKeys()).toSorted()).toEqual(stored.toSorted())
    expect((await upload('shared', text(0))).status).toBe(413)
  })

  it('count each user separately, anonymous callers together, and the application', async () => {
    expect((await upload('media', text(3), 'eve')).status).toBe(201)
    const refused = await upload('media', text(1), 'eve')
    expect(refused.status).toBe(413)
    expect(refused.body.error.message).toContain('3072')
    expect((await upload('media', text(2), 'bob')).status).toBe(201)
    expect((await upload('media', text(2), 'bob')).status).toBe(413)
    expect(statuses([await upload('media', text(2)), await upload('media', text(2))])).toEqual({
      200: 0,
      201: 1,
      413: 1,
    })
    const media = app().app.local.asSystem().collections.media
    await media.create({ file: { name: 'a.txt', content: Buffer.alloc(3 * 1024, 'x') } })
    await expect(media.create({ file: { name: 'a.txt', content: Buffer.from('x') } })).rejects.toMatchObject({
      code: 'payload_too_large',
    })
    expect(await storedKeys()).toHaveLength(4)
  })

  it('release what is deleted for good or refused', async () => {
    const kept = docOf(await upload('media', text(3), 'eve'))
    expect((await app().request('DELETE', `/api/collections/media/${kept.id}`, { as: 'eve' })).status).toBe(200)
    const wrong = text(3)
    wrong.set('data', JSON.stringify({ alt: 'far too long' }))
    expect((await upload('media', wrong, 'eve')).status).toBe(422)
    expect((await upload('media', text(3), 'eve')).status).toBe(201)
    const trashed = docOf(await upload('shared', text(10)))
    expect((await app().request('DELETE', `/api/collections/shared/${trashed.id}`)).status).toBe(200)
    expect((await upload('shared', text(1))).status).toBe(413)
    await app().app.local.asSystem().collections.shared.deletePermanent(trashed.id)
    expect((await upload('shared', text(10))).status).toBe(201)
  })

  it('release a replaced file at once', async () => {
    const kept = docOf(await upload('media', text(3), 'eve'))
    const same = await replace('media', kept.id, text(3), 'eve')
    expect(same.status).toBe(200)
    expect((await replace('media', kept.id, text(4), 'eve')).status).toBe(413)
    expect((await app().request('GET', String(docOf(same)['url']))).status).toBe(200)
    expect((await replace('media', kept.id, text(1), 'eve')).status).toBe(200)
    expect((await upload('media', text(2), 'eve')).status).toBe(201)
    expect((await upload('media', text(1), 'eve')).status).toBe(413)
  })

  it('hold when concurrent requests replace the same file', async () => {
    const kept = docOf(await upload('shared', text(4)))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0 ? upload('shared', text(2)) : replace('shared', kept.id, text(index % 3 === 1 ? 1 : 8)),
      ),
    )
    for (const { status } of answers) expect([200, 201, 409, 413]).toContain(status)
    const { docs } = await app().app.local.asSystem().collections.shared.find({ limit: 100 })
    const bytes = docs.reduce((sum, doc) => sum + doc['filesize'], 0)
    expect(bytes).toBeLessThanOrEqual(10 * 1024)
    await expect.poll(async () => (await storedKeys()).length).toBe(docs.length)
  })

  it('count copies, and files that only old versions have', async () => {
    const one = docOf(await upload('shared', text(6)))
    expect((await app().request('POST', `/api/collections/shared/${one.id}/duplicate`)).status).toBe(413)
    const paper = docOf(await upload('papers', text(1)))
    expect((await replace('papers', paper.id, text(1))).status).toBe(200)
    expect((await replace('papers', paper.id, text(1))).status).toBe(200)
    expect((await replace('papers', paper.id, text(1))).status).toBe(413)
    expect(await storedKeys()).toHaveLength(4)
  })

  it('count image sizes, and release regenerated ones', async () => {
    const picture = await noise(120, 120)
    const made = docOf(await upload('pictures', form(picture, 'a.png')))
    const small = (made['sizes'] as { small: { filesize: number } }).small.filesize
    expect(picture.length + small).toBeLessThan(64 * 1024)
    expect(2 * picture.length + small).toBeGreaterThan(64 * 1024)
    expect((await upload('pictures', form(await noise(110, 110), 'a.png'))).status).toBe(413)
    const image = await app().request('PATCH', `/api/collections/pictures/${made.id}/image`, {
      body: JSON.stringify({ focalPoint: { x: 50, y: 50 } }),
    })
    expect(image.status).toBe(200)
    expect((await replace('pictures', made.id, form(picture, 'b.png'))).status).toBe(200)
  })
})
