import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '@quirecms/files'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import type { ObjectStore } from '@quirecms/core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { form, PNG } from './gallery.ts'
import { noise } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-refused-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Faults of the storage for the next objects. */
const faults = {
  put: null as Error | null,
  copy: null as Error | null,
  mostPuts: Infinity,
  pause: null as Pause | null,
}

/** Pauses before an object is stored, like a suspended process. */
interface Pause {
  reached(): void
  readonly over: Promise<void>
}

let later = 0

async function faultyStore(): Promise<ObjectStore> {
  const store = await diskStore(folder)
  return {
    ...store,
    async put(key, file) {
      faults.mostPuts -= 1
      if (faults.put && faults.mostPuts < 0) throw faults.put
      faults.pause?.reached()
      await faults.pause?.over
      return store.put(key, file)
    },
    async copy(from, to) {
      await store.copy(from, to)
      if (faults.copy) throw faults.copy
      return true
    },
  }
}

const everybody = () => true

const config = defineConfig({
  storage: { kind: 'other', open: faultyStore },
  server: { rateLimit: false },
  collections: {
    media: collection({
      upload: { maxFileSize: '200kb', maxPixels: 30_000, sizes: { small: { width: 8 } } },
      fields: { alt: f.text({ maxLength: 5 }), code: f.text({ unique: true }) },
      access: {
        read: everybody,
        create: ({ data }) => data?.['alt'] !== 'no',
        update: ({ data }) => data?.['alt'] !== 'no',
        delete: everybody,
      },
      hooks: {
        beforeChange: [
          ({ data }) => {
            if (data?.['alt'] === 'throw') throw new Error('no such luck')
            return data
          },
        ],
        afterChange: [
          ({ doc }) => {
            if (doc?.['alt'] === 'late') throw new Error('too late')
          },
        ],
      },
    }),
    papers: collection({
      upload: { mimeTypes: ['application/pdf'] },
      fields: {},
      access: { read: everybody, create: everybody },
    }),
  },
})

/** All files and folders, except the folders that objects are distributed over. */
async function present(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() || entry.parentPath.includes('.incoming'))
    .map(({ name }) => name)
    .toSorted()
}

/** Large enough to reach the disk before the next part is read. */
const LONG = 'x'.repeat(150_000)

const clock = () => new Date(Date.now() + later)

onEachDatabase('refused files', { config, clock }, (app) => {
  beforeEach(async () => {
    Object.assign(faults, { put: null, copy: null, mostPuts: Infinity, pause: null })
    later = 0
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  })

  const post = (body: FormData | string, headers?: Record<string, string>, slug = 'media') =>
    app().request('POST', `/api/collections/${slug}`, { body, headers })

  /** Parts in this order, with names, file names and contents. */
  function parts(...list: readonly (readonly [name: string, filename: string | null, content: string])[]): string {
    const written = list.map(([name, filename, content]) => {
      const file = filename === null ? '' : `; filename="${filename}"`
      return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
    })
    return `${written.join('')}--x--\r\n`
  }
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

  it.each<[string, string, number]>([
    ['another part behind the file', parts(['file', 'a.txt', LONG], ['more', null, 'x']), 422],
    ['another file behind the file', parts(['file', 'a.txt', LONG], ['file', 'b.txt', 'x']), 422],
    ['data that is no JSON', parts(['file', 'a.txt', LONG], ['data', null, '{']), 400],
    ['data that is too large', parts(['file', 'a.txt', LONG], ['data', null, `"${'x'.repeat(1024 * 1024)}"`]), 413],
    ['data twice', parts(['data', null, '{}'], ['file', 'a.txt', LONG], ['data', null, '{}']), 422],
    ['a body that breaks off in the file', parts(['file', 'a.txt', LONG]).slice(0, -100), 400],
    ['a body that breaks off behind the file', parts(['file', 'a.txt', LONG], ['data', null, '{}']).slice(0, -8), 400],
    ['a rule on data behind the file', parts(['file', 'a.txt', LONG], ['data', null, '{"alt":"no"}']), 401],
    ['validation', parts(['file', 'a.txt', LONG], ['data', null, '{"alt":"far too long"}']), 422],
    ['a hook that throws', parts(['file', 'a.txt', LONG], ['data', null, '{"alt":"throw"}']), 500],
    ['a hook that throws when it is written', parts(['file', 'a.txt', LONG], ['data', null, '{"alt":"late"}']), 500],
    ['a file that is too large', parts(['file', 'a.txt', LONG + LONG]), 413],
    ['a name that does not fit', parts(['file', 'a.png', LONG]), 422],
  ])('leave nothing: %s', async (_what, body, status) => {
    expect((await post(body, multipart)).status).toBe(status)
    expect(await present()).toEqual([])
  })

  it('leave nothing after any number of attempts', async () => {
    const body = parts(['file', 'a.txt', LONG], ['more', null, 'x'])
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, multipart)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
    expect(await present()).toEqual([])
  })

  it('leave nothing in collections with other types or fewer pixels', async () => {
    expect((await post(form(LONG, 'a.txt'), undefined, 'papers')).status).toBe(422)
    expect((await post(form(await noise(200, 200), 'a.png'))).status).toBe(422)
    expect((await post(form((await noise(100, 100)).subarray(0, 2000), 'a.png'))).status).toBe(422)
    expect(await present()).toEqual([])
  })

  it('leave nothing of an image and its sizes after a unique conflict', async () => {
    const kept = docOf(await post(form(await noise(20, 20), 'a.png', { code: 'one' })))
    const before = await present()
    expect(before).toHaveLength(2)
    expect((await post(form(await noise(30, 30), 'b.png', { code: 'one' }))).status).toBe(422)
    const patched = await app().request('PATCH', `/api/collections/media/${kept.id}`, {
      body: form(await noise(30, 30), 'b.png', { alt: 'far too long' }),
    })
    expect(patched.status).toBe(422)
    expect(await present()).toEqual(before)
  })

  it('leave nothing when storage fails at the second object', async () => {
    faults.put = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    faults.mostPuts = 1
    expect((await post(form(await noise(20, 20), 'a.png'))).status).toBe(503)
    expect(await present()).toEqual([])
    faults.put = null
    expect((await post(form(await noise(20, 20), 'a.png'))).status).toBe(201)
  })

  it('leave nothing of a copy, or of other sizes', async () => {
    const kept = docOf(await post(form(await noise(20, 20), 'a.png', { code: 'one' })))
    const before = await present()
    faults.copy = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    expect((await app().request('POST', `/api/collections/media/${kept.id}/duplicate`)).status).toBe(503)
    expect(await present()).toEqual(before)
    faults.copy = null
    const copied = await app().request('POST', `/api/collections/media/${kept.id}/duplicate`, {
      body: JSON.stringify({ alt: 'far too long' }),
    })
    expect(copied.status).toBe(422)
    const image = await app().request('PATCH', `/api/collections/media/${kept.id}/image`, {
      body: JSON.stringify({ focalPoint: { x: 1, y: 1 } }),
      headers: { 'if-match': '7' },
    })
    expect(image.status).toBe(409)
    faults.put = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    faults.mostPuts = 0
    const edited = await app().request('PATCH', `/api/collections/media/${kept.id}/image`, {
      body: JSON.stringify({ focalPoint: { x: 1, y: 1 } }),
    })
    expect(edited.status).toBe(503)
    expect(await present()).toEqual(before)
  })

  it('leave nothing in process either', async () => {
    const media = app().app.local.asSystem().collections.media
    async function* breaksOff() {
      yield Buffer.from(LONG)
      throw new Error('no more')
    }
    await expect(media.create({ file: { name: 'a.txt', content: breaksOff() } })).rejects.toThrow('no more')
    await expect(media.create({ file: { name: 'a.png', content: PNG }, alt: 'far too long' })).rejects.toThrow()
    expect(await present()).toEqual([])
  })

  it('leave nothing of an upload that was assumed dead but continued', async () => {
    const [reached, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    faults.pause = { reached: reached.resolve, over: over.promise }
    const sent = post(form(LONG, 'a.txt'))
    await reached.promise
    await app().app.runJobs()
    expect(await app().app.storage.reader.records.count('objects', { state: 'pending' })).toBe(1)
    later = 3 * 60_000
    await app().app.runJobs()
    expect(await app().app.storage.reader.records.count('objects', { state: 'pending' })).toBe(0)
    over.resolve()
    const answer = await sent
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict'])
    expect(await present()).toEqual([])
    faults.pause = null
    expect((await post(form('x', 'b.txt'))).status).toBe(201)
  })

  it('include compressed requests', async () => {
    const answer = await post(form('x', 'a.txt'), { 'content-encoding': 'gzip' })
    expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type'])
    expect(await present()).toEqual([])
  })

  it('leave nothing of a rolled-back transaction, at any depth', async () => {
    const local = app().app.local.asSystem()
    const file = { name: 'a.txt', content: Buffer.from(LONG) }
    const undone = local.transaction(async (outer) => {
      await outer.transaction((inner) => inner.collections.media.create({ file }))
      expect(await present()).toHaveLength(1)
      throw new Error('not after all')
    })
    await expect(undone).rejects.toThrow('not after all')
    expect(await present()).toEqual([])
    await local.transaction(async (outer) => {
      await outer.collections.media.create({ file })
      await expect(
        outer.transaction(async (inner) => {
          await inner.collections.media.create({ file: { ...file, name: 'b.txt' } })
          throw new Error('not this one')
        }),
      ).rejects.toThrow('not this one')
    })
    expect(await present()).toHaveLength(1)
  })

  it('leave nothing once the database responds again', async () => {
    const { storage } = app().app
    const transaction = storage.transaction.bind(storage)
    let calls = 0
    // After the object is recorded, before its document is written.
    const flaky = vi.spyOn(storage, 'transaction').mockImplementation((work) => {
      calls += 1
      return calls === 2 || calls === 3 ? Promise.reject(new Error('the database is down')) : transaction(work)
    })
    onTestFinished(() => flaky.mockRestore())
    expect((await post(form(LONG, 'a.txt'))).status).toBe(500)
    expect(await present()).toHaveLength(1)
    flaky.mockRestore()
    const kept = docOf(await post(form('x', 'b.txt')))
    expect(await present()).toEqual([kept['objectKey']])
  })
})
