import { request } from 'node:http'
import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, expect, it } from 'vitest'

const everybody = () => true
const hooked: string[] = []
const ruled: string[] = []
const reads: string[] = []
const onStatement = (sql: string) => void (/^select .*people/s.test(sql) && reads.push(sql))
/** Holds documents before presentation, if set. */
let held: Promise<void> | undefined

const config = defineConfig({
  collections: {
    people: collection({
      access: { read: everybody },
      fields: {
        name: f.text({ access: { read: ({ doc }) => (ruled.push(JSON.stringify(doc?.['name'])), true) } }),
        friends: f.relationship({ to: 'people', many: true }),
        body: f.textarea({ maxLength: 1_000_000 }),
      },
      hooks: {
        afterRead: [
          async ({ doc }) => {
            hooked.push(JSON.stringify(doc?.['name']))
            await held
          },
        ],
      },
    }),
  },
})

interface Person {
  readonly id: string
  readonly name: string
  readonly friends: readonly (string | Person)[]
}

onEachDatabase('populated documents', { config, onStatement }, (app) => {
  const people = () => app().app.local.asSystem().collections.people
  const listOf = async (query: string) => {
    const { text } = await app().request('GET', `/api/collections/people?${query}`)
    return (JSON.parse(text) as { docs: Person[] }).docs
  }
  beforeEach(() => {
    hooked.length = ruled.length = reads.length = 0
  })
  afterEach(() => {
    held = undefined
  })

  it('are read, checked and serialized once, on any number of levels', async () => {
    const names = ['A', 'B', 'C', 'D']
    const ids: string[] = []
    for (const name of names) ids.push((await people().create({ name })).id)
    for (const id of ids) await people().update(id, { friends: ids })
    hooked.length = ruled.length = reads.length = 0
    const docs = await listOf('depth=4&limit=2&sort=createdAt')
    const depthOf = (person: string | Person): number =>
      typeof person === 'string' ? 0 : 1 + Math.max(...person.friends.map(depthOf))
    expect(docs.map(depthOf)).toEqual([5, 5])
    for (const calls of [hooked, ruled]) {
      // The two of the page, and each of the four that are embedded.
      expect(calls.toSorted()).toEqual(['"A"', '"A"', '"B"', '"B"', '"C"', '"D"'])
    }
    const deep = reads.length
    await people().update(ids[0] ?? '', { name: 'A' })
    reads.length = 0
    await listOf('depth=1&limit=2&sort=createdAt')
    expect(deep).toBe(reads.length)
  })

  it('are limited to 1,000 and 4 MiB over HTTP, and 10,000 of any size in process', async () => {
    const ids: string[] = []
    for (let index = 0; index < 20; index += 1)
      ids.push((await people().create({ name: `P${index}`, body: index < 10 ? 'x'.repeat(600_000) : '' })).id)
    const small = ids.slice(10)
    const all = await people().create({ name: 'all', friends: ids })
    for (const id of small) await people().update(id, { friends: small })
    const placed = (list: readonly unknown[]) => list.filter((one) => typeof one === 'object').length
    const { text } = await app().request('GET', `/api/collections/people/${all.id}?depth=1`)
    // Six of 600,000 characters; a seventh would exceed 4 MiB, and smaller ones don't overtake it.
    const { doc } = JSON.parse(text) as { doc: Person }
    expect(doc.friends.map((one) => typeof one === 'object')).toEqual(ids.map((_, index) => index < 6))
    expect(placed((await people().findOne(all.id, { depth: 1 })).friends ?? [])).toBe(20)

    const where = encodeURIComponent(JSON.stringify({ id: { in: small } }))
    expect(countDocuments(await listOf(`depth=5&limit=10&where=${where}`)) - 10).toBe(1_000)
    const inProcess = await people().find({ where: { id: { in: small } }, limit: 10, depth: 4 })
    expect(countDocuments(inProcess.docs) - 10).toBe(10_000)
  })

  it('fill paths level by level, in the order of the response', async () => {
    const ids: string[] = []
    for (let index = 0; index < 40; index += 1) ids.push((await people().create({ name: `P${index}` })).id)
    for (const id of ids) await people().update(id, { friends: ids })
    const docs = await listOf('depth=2&limit=20&sort=createdAt')
    const first = docs.flatMap(({ friends }) => friends)
    expect(first.filter((one) => typeof one === 'object')).toHaveLength(800)
    // Each of them occurs 20 times. Of the remaining 200, the first one's friends take 20 each.
    const { friends } = must(docs[0], 'the first')
    const second = (friends[0] as Person).friends.map((friend) => typeof friend === 'object')
    expect(second).toEqual(ids.map((_, index) => index < 10))
    expect((friends[1] as Person).friends.every((friend) => typeof friend === 'string')).toBe(true)
  })

  it('are not serialized for a client that has disconnected', async () => {
    const ids: string[] = []
    for (let index = 0; index < 30; index += 1) ids.push((await people().create({ name: `P${index}` })).id)
    const root = await people().create({ name: 'root', friends: ids })
    for (const id of ids) await people().update(id, { friends: [root.id] })
    hooked.length = 0
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    const sent = request(`${app().url}/api/collections/people/${root.id}?depth=3`, { agent: false })
    const closed = new Promise((resolve) => sent.once('close', resolve))
    sent.once('error', () => undefined)
    sent.end()
    await expect.poll(() => hooked).toEqual(['"root"'])
    sent.destroy()
    await closed
    // Once this is answered, the service has seen the disconnect.
    await app().request('GET', '/healthz')
    held = undefined
    release()
    await listOf('where={"name":{"equals":"nobody"}}')
    expect(hooked).toEqual(['"root"'])
  })
})

function countDocuments(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countDocuments(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return ('name' in value ? 1 : 0) + Object.values(value).reduce((sum: number, one) => sum + countDocuments(one), 0)
}
