import { createTestApp, describeEachDatabase, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const config = defineConfig({
  collections: {
    reports: collection({
      access: { read: () => true },
      search: { fields: { title: 1 } },
      fields: { title: f.text(), kind: f.text(), text: f.textarea({ maxLength: 1_000_000 }) },
    }),
  },
})

/** Together they are more than 32 MiB; all have the same text. */
const REPORTS = 45
const TEXT = 'x'.repeat(800_000)

describeEachDatabase('large documents on %s', (dialect) => {
  let library: TestApp<typeof config>
  beforeAll(async () => {
    library = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
    const rows = Array.from({ length: REPORTS }, (_, index) => ({ title: `Report ${index}`, kind: 'long', text: TEXT }))
    expect(await library.app.local.asSystem().collections.reports.createMany(rows)).toMatchObject({ failed: 0 })
  })
  afterAll(() => library?.close())

  const list = async (query: string) => {
    const answer = await fetch(`${library.url}/api/collections/reports?limit=100&${query}`)
    return { status: answer.status, body: (await answer.json()) as { docs: Record<string, unknown>[] } }
  }

  // No index helps: a filter without an index, a search by words, and a sort.
  const queries = [
    'where={"kind":{"equals":"long"}}',
    'search=report',
    'sort=kind',
    'where={"kind":{"like":"on"}}&sort=-kind',
  ]

  it.each(queries)('are listed whole with %s', { tags: ['release'] }, async (query) => {
    const { status, body } = await list(query)
    expect(status).toBe(200)
    expect(body.docs).toHaveLength(REPORTS)
    expect(body.docs.every(({ text }) => text === TEXT)).toBe(true)
  })

  it.each(queries)('are listed in part with %s', { tags: ['release'] }, async (query) => {
    const { status, body } = await list(`${query}&select={"title":true}`)
    expect(status).toBe(200)
    expect(body.docs.map((doc) => Object.keys(doc).toSorted().join())).toEqual(Array(REPORTS).fill('id,title'))
  })

  it('are paged by cursor in the order of a field that is not selected', {
    tags: ['release'],
  }, async () => {
    const titles: unknown[] = []
    for (let after: string | null = ''; after !== null; ) {
      const url = `${library.url}/api/collections/reports?limit=20&sort=title&select={"kind":true}&after=${after}`
      const answer = (await (await fetch(url)).json()) as {
        docs: { id: string; kind: string }[]
        pagination: { nextCursor: string | null }
      }
      titles.push(...answer.docs.map(({ id }) => id))
      after = answer.pagination.nextCursor
    }
    expect(new Set(titles).size).toBe(REPORTS)
    expect(titles).toHaveLength(REPORTS)
  })
})
