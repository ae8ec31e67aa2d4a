// @module-tag release
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3 } from '@quirecms/s3'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { FakeS3 } from './fake-s3.ts'
import { form } from './gallery.ts'

const server = new FakeS3()
const endpoint = await server.start()
afterAll(() => server.stop())

const workFolder = mkdtempSync(join(tmpdir(), 'quire-s3-faults-'))
afterAll(() => rm(workFolder, { recursive: true, force: true }))

const everybody = () => true

const configured = (requestTimeout: '2s' | '60s') =>
  defineConfig({
    storage: s3({
      bucket: 'files',
      prefix: 'media/',
      region: 'us-east-1',
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
      workFolder,
    }),
    server: { requestTimeout, rateLimit: false },
    collections: {
      media: collection({
        upload: { maxFileSize: '30mb' },
        fields: {},
        access: { read: everybody, create: everybody, delete: everybody },
      }),
    },
  })

let later = 0
const clock = () => new Date(Date.now() + later)

const SMALL = 'x'.repeat(1000)
/** Uploaded in three parts. */
const LARGE = 'line of text\n'.repeat(1_400_000)

beforeEach(() => {
  server.fault = () => undefined
  server.requests.length = 0
  server.objects.clear()
  server.uploads.clear()
  later = 0
})

const config = configured('60s')
const hasty = configured('2s')

onEachDatabase('an S3 that fails', { config, clock }, (app, dialect) => {
  /** The behaviour of S3 is tested on one database. Records of its objects are in the database, and tested on both. */
  const itself = it.runIf(dialect === 'sqlite')

  const upload = (content: string) => app().request('POST', '/api/collections/media', { body: form(content, 'a.txt') })
  const records = () => app().app.storage.reader.records.count('objects', {})

  async function expectNothing(): Promise<void> {
    expect([...server.objects.keys()]).toEqual([])
    expect([...server.uploads.keys()]).toEqual([])
    await expect.poll(() => readdir(workFolder)).toEqual([])
    expect(await app().app.local.collections.media.count()).toEqual({ count: 0 })
  }

  itself.each([
    ['of a small file', SMALL, 'PUT object'],
    ['at the beginning of a large one', LARGE, 'POST begin'],
    ['in the middle of a large one', LARGE, 'PUT part'],
    ['at the end of a large one', LARGE, 'POST complete'],
  ])('leaves nothing %s', async (_where, content, failing) => {
    server.fault = (name) => (name === failing ? 'reset' : undefined)
    const before = await records()
    const answer = await upload(content)
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable'])
    expect(await records()).toBe(before)
    await expectNothing()
  })

  itself('tries again where that helps, and stores the file once', async () => {
    const failed = new Set<string>()
    server.fault = (name) => {
      if (failed.has(name)) return undefined
      failed.add(name)
      return 'error'
    }
    const doc = docOf(await upload(LARGE))
    expect([...server.objects.values()].map((bytes) => bytes.length)).toEqual([LARGE.length])
    expect((await app().request('GET', String(doc['url']))).text === LARGE).toBe(true)
    expect([...server.uploads.keys()]).toEqual([])
    await app().request('DELETE', `/api/collections/media/${doc.id}`)
    await expect.poll(() => server.objects.size).toBe(0)
  })

  itself.each([
    ['small', SMALL, 'PUT object'],
    ['large', LARGE, 'PUT part'],
  ])('is given up when a client leaves whose %s file gets no answer', async (_size, content, hanging) => {
    server.fault = (name) => (name === hanging ? 'hang' : undefined)
    const leaving = new AbortController()
    const sent = fetch(`${app().url}/api/collections/media`, {
      method: 'POST',
      body: form(content, 'a.txt'),
      signal: leaving.signal,
    })
    sent.catch(() => undefined)
    await expect.poll(() => server.hanging.size).toBeGreaterThan(0)
    leaving.abort()
    await expect.poll(() => server.hanging.size).toBe(0)
    await expect.poll(() => server.requests).toContain('POST delete')
    await expect.poll(() => readdir(workFolder)).toEqual([])
    await expectNothing()
  })

  it('keeps a record of objects that could not be deleted, and retries', async () => {
    const doc = docOf(await upload(SMALL))
    const before = await records()
    server.fault = (name) => (name === 'POST delete' ? 'reset' : undefined)
    expect((await app().request('DELETE', `/api/collections/media/${doc.id}`)).status).toBe(200)
    expect((await app().request('GET', String(doc['url']))).status).toBe(404)
    await expect(app().app.runJobs()).rejects.toThrow()
    expect([server.objects.size, await records()]).toEqual([1, before])
    server.fault = () => undefined
    await app().app.runJobs()
    expect([server.objects.size, await records()]).toEqual([0, before - 1])
  })

  it('removes multipart parts of a crashed process', async () => {
    // Everything fails: the upload, and its cleanup.
    server.fault = (name) => (['POST complete', 'DELETE upload', 'POST delete'].includes(name) ? 'reset' : undefined)
    expect((await upload(LARGE)).status).toBe(503)
    expect(server.uploads.size).toBe(1)
    server.uploads.set('of another client', { key: `media/${'a'.repeat(32)}.txt`, parts: new Map() })
    server.fault = () => undefined
    later = 3 * 60_000
    await app().app.runJobs()
    expect([...server.uploads.keys()]).toEqual(['of another client'])
  })
})

onEachDatabase('an S3 that does not answer', { config: hasty, clock, matrix: 'validation' }, (app) => {
  it('is not waited for beyond the time of a request', async () => {
    server.fault = (name) => (name === 'PUT object' ? 'hang' : undefined)
    const answer = await app().request('POST', '/api/collections/media', { body: form(SMALL, 'a.txt') })
    expect([answer.status, answer.body.error.code]).toEqual([503, 'timeout'])
    await expect.poll(() => server.hanging.size).toBe(0)
    await expect.poll(() => readdir(workFolder)).toEqual([])
    expect([...server.objects.keys(), ...server.uploads.keys()]).toEqual([])
    expect(await app().app.local.collections.media.count()).toEqual({ count: 0 })
  })

  it('aborts a stalled download, and keeps nothing of it', async () => {
    // In process, where no request timeout applies.
    const file = { name: 'a.txt', content: Buffer.from(SMALL) }
    const doc = await app().app.local.asSystem().collections.media.create({ file })
    server.fault = (name) => (name === 'GET object' ? 'stall' : undefined)
    const answer = await fetch(`${app().url}${doc['url']}`)
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000'])
    await expect(answer.text()).rejects.toThrow('terminated')
    await expect.poll(() => server.hanging.size).toBe(0)
    server.fault = () => undefined
    await expect.poll(async () => (await app().request('GET', doc['url'])).text).toBe(SMALL)
    await app().request('DELETE', `/api/collections/media/${doc.id}`)
    await expect.poll(() => server.objects.size).toBe(0)
  })
})
