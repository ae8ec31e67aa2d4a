// @module-tag release
import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const TEXT = 'x'.repeat(900_000)

/** Holds reads of long documents, if set. */
let held: Promise<void> | undefined
let begun = 0
let readsMore = false

const config = defineConfig({
  server: { trustProxy: ['127.0.0.1', '::1'] },
  collections: {
    reports: collection({
      access: { read: everybody },
      fields: { title: f.text(), text: f.textarea({ maxLength: 1_000_000 }) },
      hooks: {
        afterRead: [
          async ({ doc, local }) => {
            if (doc?.['title'] !== 'first') return
            begun += 1
            await held
            // A nested page must not take room: pages in progress would wait for each other.
            if (!readsMore) return
            const { find } = must(local.collections['reports'], 'reports')
            await must(find, 'find')({ limit: 100, where: { title: { equals: 'other' } } })
          },
        ],
      },
    }),
  },
})

// On one database: the answer waits, after its documents are read, and disconnected clients are detected before.
onEachDatabase('large pages', { config, matrix: 'validation' }, (app) => {
  const list = (address = '192.0.2.1', signal: AbortSignal | null = null) =>
    fetch(`${app().url}/api/collections/reports?sort=createdAt&limit=100`, {
      headers: { 'x-forwarded-for': address },
      signal,
    })
  const make = async () => {
    const { reports } = app().app.local.asSystem().collections
    // Two of these pages exceed one client's share, three exceed the limit.
    for (let number = 0; number < 20; number += 1)
      await reports.create({ title: number === 0 ? 'first' : 'other', text: TEXT })
  }

  it('are serialized in time slices, so that smaller responses do not wait', async () => {
    await make()
    const whole = await (await list()).text()
    expect(whole.length).toBeGreaterThan(20 * TEXT.length)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    begun = 0
    readsMore = true
    const ask = (address: string) => list(address).then((answer) => answer.text())
    const asked = Array.from({ length: 3 }, () => ask('192.0.2.1'))
    try {
      await expect.poll(() => begun).toBe(1)
      for (const address of ['192.0.2.2', '192.0.2.3']) asked.push(ask(address))
      // Half of the room was left for others.
      await expect.poll(() => begun).toBe(2)
      for (let times = 0; times < 5; times += 1) {
        const one = await fetch(`${app().url}/api/collections/reports?sort=-createdAt&limit=1`)
        expect(one.status).toBe(200)
      }
      expect(begun).toBe(2)
    } finally {
      held = undefined
      release()
    }
    // On a slow machine, some may have timed out.
    const texts = await Promise.all(asked)
    const answered = texts.filter((text) => text === whole)
    for (const text of texts) if (text !== whole) expect(text).toContain('ask for fewer documents at once')
    expect(answered.length).toBeGreaterThanOrEqual(2)
    expect(begun).toBe(answered.length)
    readsMore = false
  })

  it('are not serialized for clients that disconnected', async () => {
    await make()
    await (await list()).text()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    begun = 0
    const first = [list('192.0.2.1'), list('192.0.2.2')]
    await expect.poll(() => begun).toBe(2)
    const leaving = new AbortController()
    const left = Array.from({ length: 2 }, () => list('192.0.2.3', leaving.signal))
    await fetch(`${app().url}/api/collections/reports?sort=-createdAt&limit=1`)
    leaving.abort()
    await Promise.allSettled(left)
    // Once this is answered, the service has seen the disconnects.
    await fetch(`${app().url}/api/collections/reports?sort=-createdAt&limit=1`)
    held = undefined
    release()
    for (const answer of await Promise.all(first))
      expect((await answer.text()).length).toBeGreaterThan(20 * TEXT.length)
    await (await list()).text()
    expect(begun).toBe(3)
  })
})
