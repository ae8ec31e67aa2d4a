import { once } from 'node:events'
import type { Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3 } from '@quire/s3'
import { docOf, objectStoreContract, onEachDatabase } from '@quire/testkit'
import { collection, defineConfig, f } from 'quire'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { form } from './gallery.ts'

/** The configuration must name the port before there is a server. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const PORT = await freePort()

let folder: string
let server: S3rver

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-s3-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: PORT,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  await server.run()
})
afterAll(async () => {
  // It keeps connections on which it was asked for what it does not have.
  ;(server as unknown as { httpServer: Server }).httpServer.closeAllConnections()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

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
  it('go there and come from there, in parts if they are large', async () => {
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
