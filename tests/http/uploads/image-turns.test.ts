// @module-tag release
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk } from 'quirecms'
import sharp from 'sharp'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { form } from './gallery.ts'
import { noise } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-turns-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true

const config = defineConfig({
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: {} }),
    media: collection({
      upload: { sizes: { small: { width: 200 } } },
      fields: {},
      access: { read: everybody, create: everybody },
    }),
  },
})

const actors = {
  eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users' },
  bob: { id: '01900000-0000-7000-8000-000000000002', collection: 'users' },
}

/** A small file with many pixels. */
const large = (side = 3000) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()

async function filesIn(isWork: boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'lock' && entry.parentPath.includes('.incoming') === isWork)
    .map(({ name }) => name)
}
const workFiles = () => filesIn(true)
const objects = () => filesIn(false)

onEachDatabase('images of several clients', { config, actors, matrix: 'validation' }, (app) => {
  async function send(name: string, as: 'eve' | 'bob', image: Buffer, order: string[]): Promise<void> {
    const answer = await app().request('POST', '/api/collections/media', { as, body: form(image, 'a.png') })
    expect(answer.status).toBe(201)
    order.push(name)
  }

  /**
   * Sends this many large images as Eve, and another image when all of them have arrived. Returns the order of the
   * answers from then on.
   */
  async function answered(count: number, last: readonly [name: string, as: 'eve' | 'bob', image: Buffer]) {
    const order: string[] = []
    const big = await large()
    const many = Array.from({ length: count }, (_, index) => send(`eve ${index}`, 'eve', big, order))
    await expect.poll(async () => (await workFiles()).length + order.length).toBeGreaterThanOrEqual(count)
    const earlier = order.length
    await Promise.all([...many, send(...last, order)])
    expect(order).toHaveLength(count + 1)
    return order.slice(earlier)
  }

  it('are processed in turns: many large ones of one user hardly delay those of another', async () => {
    const order = await answered(8, ['bob', 'bob', await large(2900)])
    expect(order).toContain('bob')
    expect(order.indexOf('bob')).toBeLessThan(5)
  })

  it('are processed from small to large for one user', async () => {
    const order = await answered(8, ['small', 'eve', await noise(50, 50)])
    expect(order).toContain('small')
    expect(order.indexOf('small')).toBeLessThan(5)
  })

  it('skip requests whose client has disconnected', async () => {
    const [big, larger] = [await large(), await large(4500)]
    const before = new Set(await objects())
    const staying = Promise.all(Array.from({ length: 6 }, (_, index) => send(`eve ${index}`, 'eve', big, [])))
    const leaving = new AbortController()
    const left = app().fetchAs('eve')(`${app().url}/api/collections/media`, {
      method: 'POST',
      body: form(larger, 'b.png'),
      signal: leaving.signal,
    })
    left.catch(() => undefined)
    // The largest image waits behind all others of the same user.
    await expect.poll(async () => (await workFiles()).length).toBeGreaterThan(1)
    leaving.abort()
    await expect(left).rejects.toThrow()
    expect(await staying).toHaveLength(6)
    await expect.poll(workFiles).toEqual([])
    expect((await objects()).filter((name) => !before.has(name))).toHaveLength(12)
    expect(await app().app.local.collections.media.count({ where: { width: { equals: 4500 } } })).toEqual({ count: 0 })
  })

  it('leave half of the upload slots to others', async () => {
    const sent = Array.from({ length: 70 }, () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-test-actor': 'eve' }
      const one = request(`${app().url}/api/collections/media`, { method: 'POST', headers })
      one.on('error', () => undefined)
      one.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(70_000)}`)
      return one
    })
    onTestFinished(() => sent.forEach((one) => one.destroy()))
    await expect.poll(async () => (await workFiles()).length).toBe(64)
    const other = await app().request('POST', '/api/collections/media', { as: 'bob', body: form('x', 'a.txt') })
    expect(other.status).toBe(201)
    expect(await workFiles()).toHaveLength(64)
    sent[0]?.destroy()
    // A disconnected request makes room for the next one of the user.
    sent[1]?.end('\r\n--x--\r\n')
    await expect.poll(async () => (await workFiles()).length).toBe(64)
  })
})
