import { s3 } from '@quirecms/s3'
import { docOf, objectStoreContract, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../setup/free-port.ts'
import { serveS3 } from '../../setup/s3-server.ts'
import { form } from './gallery.ts'

const PORT = await freePort()

let endS3: () => Promise<void>

beforeAll(async () => {
  endS3 = await serveS3(PORT, ['files'])
})
afterAll(() => endS3())

const storage = s3({
  bucket: 'files',
  prefix: 'media/',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${PORT}`,
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
})

objectStoreContract('S3', async () => storage.open())

const everybody = () => true
const config = defineConfig({
  storage,
  collections: {
    media: collection({
      upload: { maxFileSize: '30mb' },
      fields: { alt: f.text() },
      access: { read: everybody, create: everybody, delete: everybody },
    }),
  },
})

onEachDatabase('uploads to S3', { config, matrix: 'validation' }, (app) => {
  it('are stored there and read from there, in parts if they are large', async () => {
    const large = 'line of text\n'.repeat(800_000)
    const doc = docOf(await app().request('POST', '/api/collections/media', { body: form(large, 'a.txt') }))
    expect(doc['filesize']).toBe(large.length)
    const part = await app().request('GET', String(doc['url']), { headers: { range: 'bytes=0-11' } })
    expect([part.status, part.text]).toEqual([206, 'line of text'])
    expect((await app().request('GET', String(doc['url']))).text === large).toBe(true)
    await app().request('DELETE', `/api/collections/media/${doc.id}`)
    const store = await storage.open()
    await expect.poll(() => store.open(String(doc['objectKey']))).toBeNull()
    expect((await app().request('GET', '/readyz')).body).toMatchObject({ checks: { storage: 'ok' } })
  })
})
