import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ObjectStore } from '@quirecms/core'
import { diskStore } from '@quirecms/files'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { PNG } from './gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-unread-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Behaviour of the next opened object. */
const next = { before: Promise.resolve(), isBroken: false }

async function slowStore(): Promise<ObjectStore> {
  const store = await diskStore(folder)
  return {
    ...store,
    async open(key, range) {
      const { before, isBroken } = next
      await before
      if (!isBroken) return store.open(key, range)
      const broken = new Readable({ read: () => undefined })
      process.nextTick(() => broken.destroy(new Error('the storage has hung up')))
      return broken
    },
  }
}

const everybody = () => true

const config = defineConfig({
  storage: { kind: 'other', open: slowStore },
  server: { requestTimeout: '1s', rateLimit: false },
  collections: {
    media: collection({
      upload: { images: { widths: [1, 2], formats: ['webp'] } },
      fields: {},
      access: { read: everybody, create: everybody },
    }),
  },
})

/** An error of a stream without listeners ends the process; this counts such errors. */
function strayErrors(): unknown[] {
  const found: unknown[] = []
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => found.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  })
  return found
}

onEachDatabase('opened objects of pictures', { config }, (app) => {
  let address = ''
  beforeEach(async () => {
    Object.assign(next, { before: Promise.resolve(), isBroken: false })
    // In process, without the short request timeout: an image may take longer on a busy machine.
    const { media } = app().app.local.asSystem().collections
    const { url } = await media.create({ file: { name: 'a.png', content: PNG } })
    address = `${url}?w=1&format=webp`
  })
  const get = async () => (await app().request('GET', address)).status

  it('fail only their request, if it was aborted before they opened', async () => {
    const stray = strayErrors()
    const opened = Promise.withResolvers<void>()
    next.before = opened.promise
    expect(await get()).toBe(503)
    opened.resolve()
    next.before = Promise.resolve()
    await expect.poll(get).toBe(200)
    expect(stray).toEqual([])
  })

  it('fail only their request, if they break before they are read', async () => {
    const stray = strayErrors()
    const { media } = app().app.local.collections
    const key = address.slice(address.lastIndexOf('/') + 1, address.indexOf('?'))
    next.isBroken = true
    await expect(media.readFile(key, { w: 1, format: 'webp' } as object)).rejects.toThrow('the storage has hung up')
    next.isBroken = false
    await expect.poll(get).toBe(200)
    expect(stray).toEqual([])
  })
})
