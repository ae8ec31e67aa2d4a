// @module-tag release
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Network } from '@quirecms/files'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk } from 'quirecms'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'
import { CERTIFICATE, KEY } from './certificate.ts'
import { form } from './gallery.ts'
import { freezeImages, imageChildren } from './image-children.ts'
import { noise } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-stopped-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true

/** So long that no request times out by itself; the tests advance the clock. */
const REQUEST_TIMEOUT = 600_000
const time = ownTime()

const config = defineConfig({
  storage: disk(folder),
  server: { requestTimeout: REQUEST_TIMEOUT, rateLimit: false },
  collections: {
    media: collection({
      // Slow to create, so that the test finds it in progress.
      upload: { sizes: { large: { width: 1000, format: 'avif' } }, remote: { hosts: ['files.example.com'] } },
      fields: {},
      access: { read: everybody, create: everybody, update: everybody },
    }),
  },
})

const network: Network = {
  resolve: async () => ['127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
  ca: CERTIFICATE,
}

async function present(isWork: boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'lock' && entry.parentPath.includes('.incoming') === isWork)
    .map(({ name }) => name)
}
const workFiles = () => present(true)
const objects = async () => (await present(false)).toSorted()

describe.runIf(process.platform === 'linux')('uploads of disconnected clients', () => {
  let large: Buffer
  let server: Server
  let address = ''
  /** Connections on which the remote server has sent half of a file. */
  const halfway: { closed: Promise<unknown> }[] = []

  beforeAll(async () => {
    large = await sharp(await noise(1800, 1800))
      .jpeg({ quality: 60 })
      .toBuffer()
    server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
      halfway.push({ closed: once(request.socket, 'close') })
      response.writeHead(200, { 'content-length': '200000' }).write('x'.repeat(100_000))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `https://files.example.com:${(server.address() as AddressInfo).port}/a.txt`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  afterEach(async () => {
    for (const pid of await imageChildren()) process.kill(pid, 'SIGCONT')
  })

  onEachDatabase('uploads of disconnected clients', { config, network, matrix: 'validation' }, (app) => {
    let before: string[]
    beforeEach(async () => {
      before = await objects()
    })

    function send(method: string, path: string, body: FormData | string): AbortController {
      const leaving = new AbortController()
      const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined
      const url = `${app().url}/api/collections/media${path}`
      fetch(url, { method, body, signal: leaving.signal, ...(headers && { headers }) }).catch(() => undefined)
      return leaving
    }

    const upload = (body: FormData) => app().request('POST', '/api/collections/media', { body })

    /** Two files: the original and the result. */
    const begun = () => expect.poll(async () => (await workFiles()).length).toBe(2)

    async function expectNothingOf(frozen: readonly number[]): Promise<void> {
      await expect.poll(workFiles).toEqual([])
      await expect.poll(async () => (await imageChildren()).filter((pid) => frozen.includes(pid))).toEqual([])
      expect(await objects()).toEqual(before)
      expect((await upload(form(await noise(20, 20), 'a.png'))).status).toBe(201)
    }

    it('stop in the middle of an image', async () => {
      const client = send('POST', '', form(large, 'a.jpg'))
      await begun()
      const frozen = await freezeImages()
      expect(frozen).toHaveLength(1)
      client.abort()
      await expectNothingOf(frozen)
    })

    it('stop in the middle of an image at the time limit', async () => {
      await upload(form(await noise(20, 20), 'a.png'))
      before = await objects()
      const frozen = await freezeImages()
      const answering = upload(form(large, 'a.jpg'))
      // The file has arrived, and image processing is suspended.
      await expect.poll(async () => (await workFiles()).length).toBe(1)
      time.pass(REQUEST_TIMEOUT)
      const answer = await answering
      expect([answer.status, answer.body.error.code]).toEqual([503, 'timeout'])
      await expectNothingOf(frozen)
      expect(await app().app.local.collections.media.count({ where: { width: { equals: 1800 } } })).toEqual({
        count: 0,
      })
    })

    it('stop generating sizes, and leave the document unchanged', async () => {
      const made = await app()
        .app.local.asSystem()
        .collections.media.create({ file: { name: 'a.jpg', content: large } })
      before = await objects()
      const client = send('PATCH', `/${made.id}/image`, JSON.stringify({ focalPoint: { x: 1, y: 1 } }))
      await begun()
      const frozen = await freezeImages()
      client.abort()
      await expectNothingOf(frozen)
      expect(await app().app.local.collections.media.findOne(made.id)).toMatchObject({ revision: 1 })
    })

    it('stop fetching a file, and close the connection', async () => {
      halfway.length = 0
      const client = send('POST', '/remote-upload', JSON.stringify({ url: address }))
      await expect.poll(async () => [halfway.length, (await workFiles()).length]).toEqual([1, 1])
      client.abort()
      await halfway[0]?.closed
      await expectNothingOf([])
    })

    it('do not stop images of other clients', async () => {
      const client = send('POST', '', form(large, 'a.jpg'))
      await begun()
      const other = upload(form(await noise(20, 20), 'b.png'))
      client.abort()
      expect(docOf(await other)).toMatchObject({ filename: 'b.png' })
      await expect.poll(workFiles).toEqual([])
    })
  })
})
