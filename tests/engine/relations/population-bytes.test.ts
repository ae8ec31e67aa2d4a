import { CHANNELS, onEachDatabase } from '@quirecms/testkit'
import { collection, ConfigurationError, createApp, defineConfig, f } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }
const statements: string[] = []
const onStatement = (sql: string) => void (sql.startsWith('select') && statements.push(sql))

const config = defineConfig({
  population: { bytes: '100kb', documents: 500 },
  collections: {
    pages: collection({
      fields: {
        title: f.text(),
        body: f.textarea({ maxLength: 100_000 }),
        links: f.relationship({ to: 'pages', many: true }),
        linked: f.join({ collection: 'pages', on: 'links', limit: 100 }),
      },
      access,
    }),
  },
})

interface Page {
  readonly id: string
  readonly links: readonly (string | Page)[]
  readonly linked?: { readonly docs: readonly (string | Page)[] }
}

onEachDatabase('populated documents are limited in bytes', { config, onStatement }, (app, dialect) => {
  const pages = () => app().app.local.asSystem().collections.pages
  const make = async (count: number, bytes: number) => {
    const made: string[] = []
    await app().app.local.transaction(async (local) => {
      for (let index = 0; index < count; index += 1)
        made.push((await local.collections.pages.create({ title: `P${index}`, body: 'x'.repeat(bytes) })).id)
    })
    return made
  }
  const placed = (list: readonly unknown[]) => list.filter((one) => typeof one === 'object').length

  beforeEach(() => {
    statements.length = 0
  })

  // The limit is checked after all of them are read.
  const way = dialect === 'sqlite' ? 'HTTP' : 'local API'
  describe.each(CHANNELS.filter(([channel]) => channel === way))('%s', (_channel, call) => {
    const read = async (query: string) => {
      const { status, docs, text } = await call(app(), { call: `GET /api/collections/pages?${query}` })
      expect(status, text).toBe(200)
      return { docs: docs as Page[], bytes: Buffer.byteLength(text) }
    }
    const ofRoot = '&where={"title":{"equals":"root"}}'

    it('documents beyond the limit stay ids', async () => {
      const links = await make(20, 10_000)
      await pages().create({ title: 'root', links })
      for (const asked of ['depth=1', 'populate={"links":true}', 'populate={"links":{"select":{"body":true}}}']) {
        const { docs, bytes } = await read(asked + ofRoot)
        expect(placed(docs[0]?.links ?? [])).toBeGreaterThanOrEqual(9)
        expect(placed(docs[0]?.links ?? [])).toBeLessThanOrEqual(10)
        expect(docs[0]?.links).toHaveLength(20)
        expect(bytes).toBeLessThan(110_000)
      }
    })

    it('a small selection leaves space for more', async () => {
      const links = await make(20, 10_000)
      await pages().create({ title: 'root', links })
      const { docs } = await read(`populate={"links":{"select":{"title":true}}}${ofRoot}`)
      expect(placed(docs[0]?.links ?? [])).toBe(20)
    })

    it('one document counts at every path', async () => {
      const [large = ''] = await make(1, 30_000)
      await Promise.all(Array.from({ length: 8 }, () => pages().create({ title: 'root', links: [large] })))
      const { docs, bytes } = await read(`depth=1&limit=10${ofRoot}`)
      expect(docs.reduce((sum, { links }) => sum + placed(links), 0)).toBe(3)
      expect(bytes).toBeLessThan(110_000)
    })

    it('on every level, and in joins', async () => {
      const leaves = await make(4, 12_000)
      const middle = await Promise.all(
        Array.from({ length: 6 }, async () => (await pages().create({ title: 'middle', links: leaves })).id),
      )
      await pages().create({ title: 'root', links: middle })
      const { bytes } = await read(`depth=5&limit=10${ofRoot}`)
      expect(bytes).toBeLessThan(110_000)
      const joined = await read('populate={"linked":true}&limit=100')
      expect(joined.docs.some(({ linked }) => placed(linked?.docs ?? []) > 0)).toBe(true)
    })

    it('their number is limited as well', async () => {
      const links = await make(600, 1)
      await pages().create({ title: 'root', links })
      const { docs } = await read(`populate={"links":{"select":{}}}${ofRoot}`)
      expect(placed(docs[0]?.links ?? [])).toBe(500)
    })
  })

  it('documents beyond the limit are not read', async () => {
    const links = await make(450, 1000)
    const { id } = await pages().create({ title: 'root', links })
    statements.length = 0
    await app().app.local.collections.pages.findOne(id, { populate: { links: true } })
    // The page and a first part of its links, in one or two statements; the rest exceeds the limit.
    expect(statements.filter((sql) => !sql.includes('quire_references')).length).toBeLessThanOrEqual(3)
  })
})

it('the limits are validated at startup', async () => {
  const wrong = createApp({ ...config, population: { bytes: 'much', documents: 0, other: 1 } as never })
  const error = await wrong.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigurationError)
  for (const place of ['population.bytes', 'population.documents', 'population.other'])
    expect(String(error)).toContain(place)
})
