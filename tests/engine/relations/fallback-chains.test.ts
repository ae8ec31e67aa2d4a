import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true

const config = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en' },
  collections: {
    places: collection({
      fields: { title: f.text({ localized: true }), note: f.text({ localized: true, index: true }) },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

const statements: string[] = []
const onStatement = (sql: string) => void statements.push(sql)
const many = (count: number, text: string) => Array.from({ length: count }, () => text).join(',')

onEachDatabase('a fallback chain names each locale once', { config, onStatement }, (app) => {
  /** Statements of filters and sorts. */
  async function statementsFor(chain: string): Promise<{ statements: string[]; titles: unknown[] }> {
    const where = JSON.stringify({ title: { not_equals: 'x' }, note: { exists: false } })
    // A write invalidates cached chains.
    await app().app.local.collections.places.update(id, { note: null })
    statements.length = 0
    const query = new URLSearchParams({ where, sort: 'title', locale: 'fr', 'fallback-locale': chain })
    const { status, body, text } = await app().request('GET', `/api/collections/places?${query.toString()}`)
    expect(status, text).toBe(200)
    const { docs } = body as { docs: { title: unknown }[] }
    return { statements: [...statements], titles: docs.map(({ title }) => title) }
  }

  let id = ''
  beforeEach(async () => {
    const titles = { de: 'Rom', en: 'Rome' }
    id = (await app().app.local.collections.places.create({ title: titles }, { locale: 'all' })).id
  })

  describe.each([
    ['a thousand times', many(1000, 'de'), 'de'],
    ['again after another', `de,en,${many(500, 'de,en')}`, 'de,en'],
    ['again as the locale itself', `fr,${many(300, 'de,fr')}`, 'de'],
  ])('%s', (_name, long, short) => {
    it('uses and returns the same as the short one', async () => {
      const expected = await statementsFor(short)
      expect(expected.statements).not.toEqual([])
      expect(await statementsFor(long)).toEqual(expected)
      expect(expected.titles).toEqual(['Rom'])
    })
  })

  it('an unknown locale is refused in every position', async () => {
    const path = `/api/collections/places?fallback-locale=${many(200, 'de')},xx`
    expect(await app().request('GET', path)).toMatchObject({ status: 400, body: { error: { code: 'invalid_query' } } })
  })
})
