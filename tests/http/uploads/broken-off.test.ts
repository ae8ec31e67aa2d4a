import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { ownTime } from '../../setup/own-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-broken-off-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true

const PATIENCE = 30_000
const time = ownTime()

const config = defineConfig({
  storage: disk(folder),
  server: { requestTimeout: PATIENCE, rateLimit: false },
  collections: {
    media: collection({ upload: true, fields: {}, access: { read: everybody, create: everybody } }),
  },
})

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())

onEachDatabase('interrupted uploads', { config, matrix: 'validation' }, (app) => {
  async function begin(): Promise<ClientRequest> {
    const sent = request(`${app().url}/api/collections/media`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
    })
    sent.on('error', () => undefined)
    sent.write(HEAD + 'x'.repeat(100_000))
    await expect.poll(files).not.toEqual([])
    return sent
  }

  it('leave nothing when their client disconnects', async () => {
    const sent = await begin()
    sent.destroy()
    await expect.poll(files).toEqual([])
  })

  it('leave nothing when they take too long', async () => {
    const sent = await begin()
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    time.pass(PATIENCE)
    const [response] = await answered
    expect(response.statusCode).toBe(408)
    response.resume()
    await expect.poll(files).toEqual([])
    sent.destroy()
  })
})
