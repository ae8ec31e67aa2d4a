// @module-tag release
import { execFileSync } from 'node:child_process'
import { createTestApp, describeEachDatabase, must, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, type QuireError, sqlite } from 'quirecms'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }

const libraryWith = (limits: Parameters<typeof sqlite>[1]) =>
  defineConfig({
    // Each test uses its own database; the limits stay.
    database: sqlite(':memory:', limits),
    collections: {
      books: collection({
        fields: {
          title: f.text(),
          text: f.textarea(),
          rank: f.number(),
          shelf: f.number({ index: true }),
          place: f.point(),
          related: f.relationship({ to: 'books', many: true }),
          author: f.relationship({ to: 'people' }),
          editor: f.relationship({ to: 'people', index: true }),
        },
        access,
      }),
      sites: collection({ fields: { place: f.point() }, access }),
      people: collection({
        fields: { name: f.text(), books: f.join({ collection: 'books', on: 'author' }) },
        access,
      }),
    },
  })

type Library = TestApp<ReturnType<typeof libraryWith>>

const BOOKS = 6_000
const PORTION = 100
const book = (number: number) => `01892000-0000-7000-8000-${String(number).padStart(12, '0')}`
const PERSON = '01891000-0000-7000-8000-000000000000'

/** More books than a quick read may scan, inserted directly, because the API would be slow. */
async function fill({ app }: Library): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  const base = { revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {} }
  const author = { path: 'author', locale: '', collection: 'people', id: PERSON }
  await app.storage.transaction((tx) =>
    tx.insert('people', { ...base, id: PERSON, json: JSON.stringify({ name: 'Ann' }) }, []),
  )
  // In batches that a busy machine completes within the transaction timeout.
  for (let first = 0; first < BOOKS; first += PORTION) {
    await app.storage.transaction(async (tx) => {
      for (let number = first; number < first + PORTION; number += 1) {
        const content = {
          title: `Title ${number}`,
          text: `${'Grüße aus der Ferne. '.repeat(20)} ${number}`,
          rank: (number * 7_919) % BOOKS,
          place: [number / 100, 10],
          author: PERSON,
          editor: PERSON,
          related: [book((number * 7) % BOOKS), book((number * 11) % BOOKS)],
        }
        // Joins use the relationship index; a part of it is large enough.
        const references = number % 4 === 0 ? [author] : []
        await tx.insert('books', { ...base, id: book(number), json: JSON.stringify(content) }, references)
      }
    })
  }
}

function urlOf(collectionSlug: string, query: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const search = new URLSearchParams(Object.fromEntries(texts) as Record<string, string>).toString()
  return `/api/collections/${collectionSlug}?${search}`
}
const where = (condition: unknown) => ({ where: JSON.stringify(condition) })

const SORT = urlOf('books', { sort: 'rank' })

/** Each must scan all books, or all entries of an index. */
const scans: readonly (readonly [name: string, url: string])[] = [
  ['a search', urlOf('books', where({ text: { like: 'grüße ferne nirgends' } }))],
  ['a comparison', urlOf('books', where({ rank: { equals: -1 } }))],
  ['a sort', SORT],
  ['two hops', urlOf('books', where({ 'related.related.title': { contains: 'nirgends' } }))],
  ['a path through a join', urlOf('people', where({ 'books.title': { contains: 'nirgends' } }))],
  ['a count', `/api/collections/books/count?where={"title":{"not_equals":"nirgends"}}`],
  ['a crowded join', `/api/collections/people/${PERSON}?depth=1`],
]

/** Prevents all scans of books from ending, until the returned function is called. */
function holdScans({ database }: Library): Promise<() => Promise<void>> {
  return 'url' in database ? lockBooks(String(database.url)) : stopReaders()
}

async function lockBooks(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin; lock table doc_books in access exclusive mode')
  } catch (error) {
    await client.end()
    throw error
  }
  return () => client.end()
}

async function stopReaders(): Promise<() => Promise<void>> {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const own = all.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === process.pid)
  const stopped = own.flatMap(([pid]) => (pid !== undefined && signal(pid, 'SIGSTOP') ? [pid] : []))
  return async () => {
    for (const pid of stopped) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

describeEachDatabase('long statements on %s', (dialect) => {
  let library: Library

  beforeAll(async () => {
    // Neither locks nor a busy machine end them early.
    const config = { ...libraryWith({ queryTimeout: '1h' }), server: { requestTimeout: '1h' as const } }
    library = await createTestApp<ReturnType<typeof libraryWith>>(config, {
      dialect,
      postgresUrl: inject('postgresUrl'),
    })
    await fill(library)
  }, 120_000)
  afterAll(() => library.close())

  // More than the limit of concurrent slow queries.
  const scansAtOnce = dialect === 'sqlite' ? 4 : 12

  it.each(scans)('%s blocks no read by id', async (_name, url) => {
    const answered: string[] = []
    const ask = async (name: string, path: string) => {
      const { status } = await library.request('GET', path)
      answered.push(`${name} ${status}`)
    }
    // Starts the reader processes, which are then stopped.
    await Promise.all(Array.from({ length: scansAtOnce }, () => library.request('GET', SORT)))
    const { id } = await library.app.local.asSystem().collections.sites.create({})
    const goOn = await holdScans(library)
    const slow = Array.from({ length: scansAtOnce }, () => ask('slow', url))
    try {
      await Promise.all(Array.from({ length: 3 }, () => ask('quick', `/api/collections/sites/${id}`)))
      // They were sent last, and none of the others can have ended.
      expect(answered).toEqual(Array(3).fill('quick 200'))
    } finally {
      await goOn()
      await Promise.all(slow)
    }
    expect(answered.slice(3)).toEqual(Array(scansAtOnce).fill('slow 200'))
  })

  it('return the same results as elsewhere', async () => {
    const ids = async (query: Record<string, unknown>) =>
      (await library.request('GET', urlOf('books', query))).body.docs.map((doc: { id: string }) => doc.id)
    expect(await ids(where({ text: { like: 'GRÜSSE 4711' } }))).toEqual([])
    expect(await ids(where({ text: { like: '4711 GRÜßE' } }))).toEqual([book(4711)])
    expect(await ids(where({ place: { near: [47.11, 10, 1] } }))).toEqual([book(4711)])
    expect(await ids(where({ related: { equals: [book(7), book(11)] } }))).toEqual([book(1)])
    expect(await ids(where({ title: { equals: 'Title 4711' } }))).toEqual([book(4711)])
    expect(await ids({ sort: 'rank', limit: 2 })).toEqual([book(0), book(must(rankOne(), 'book'))])
  })

  it('see recent writes', async () => {
    for (const title of ['One', 'Two', 'Three']) {
      await library.request('PATCH', `/api/collections/books/${book(7)}`, { body: { title } })
      const found = await library.request('GET', urlOf('books', where({ title: { equals: title } })))
      expect(found.body).toMatchObject({ docs: [{ id: book(7) }], pagination: { totalDocs: 1 } })
    }
  })
})

describe('underestimated statements, on sqlite', () => {
  const open = async (): Promise<Library> => {
    const library = await createTestApp(libraryWith({}), { dialect: 'sqlite', postgresUrl: '' })
    onTestFinished(() => library.close())
    return library
  }

  /** Whether other requests ran before the answer came. Turns don't end meanwhile, however slow the machine is. */
  const keepsNobodyWaiting = async (ask: () => Promise<unknown>): Promise<boolean> => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    let others = false
    setImmediate(() => (others = true))
    try {
      await ask()
    } finally {
      clock.mockRestore()
    }
    return others
  }

  it('polygons with many corners run in another process, even in a small collection', async () => {
    const { sites } = (await open()).app.local.collections
    for (let number = 0; number < 60; number += 1) await sites.create({ place: [number, 1] })
    const ask = (corners: number) => () => {
      const saw = Array.from({ length: corners - 3 }, (_, index): [number, number] => [index / 10, index % 2])
      const within = { type: 'Polygon' as const, coordinates: [[[0, 9], ...saw, [99, 9], [0, 9]] as const] }
      return sites.count({ where: { place: { within } } })
    }
    expect(await keepsNobodyWaiting(ask(10))).toBe(false)
    expect(await keepsNobodyWaiting(ask(1_000))).toBe(true)
  })

  it('long documents count, although the last ones are short', async () => {
    const { app } = await open()
    const at = '2026-01-01T00:00:00.000Z'
    await app.storage.transaction(async (tx) => {
      for (let number = 0; number < 320; number += 1) {
        const json = JSON.stringify({ title: `Title ${number}`, text: 'long '.repeat(number < 300 ? 10_000 : 1) })
        const base = { revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {} }
        await tx.insert('books', { ...base, id: book(number), json }, [])
      }
    })
    const { books } = app.local.collections
    expect(await keepsNobodyWaiting(() => books.count({ where: { text: { contains: 'short' } } }))).toBe(true)
  })

  it('an index of a relationship sorts its documents only by creation', async () => {
    const library = await open()
    await fill(library)
    const { books } = library.app.local.collections
    const byEditor = { editor: { equals: PERSON } }
    // From here on, there is a reader process that can be stopped.
    await books.find({ sort: 'rank' })
    const order: string[] = []
    const letGo = await stopReaders()
    const sorted = [books.find({ sort: 'editor' }), books.find({ where: byEditor, sort: 'editor' })]
    const scanned = Promise.all(sorted).then(() => order.push('sorted by the relationship'))
    await books.find({ sort: 'shelf' })
    await books.find({ where: byEditor, sort: '-createdAt' })
    order.push('in the order of an index')
    await letGo()
    await scanned
    expect(order).toEqual(['in the order of an index', 'sorted by the relationship'])
  })

  it('references count, although few documents have them', async () => {
    const { app } = await open()
    const at = '2026-01-01T00:00:00.000Z'
    const base = { revision: 1, createdAt: at, updatedAt: at, shape: '1', columns: {} }
    for (let number = 0; number < 60; number += 1) {
      const references = Array.from({ length: 1_000 }, (_, index) => {
        return { path: 'author', locale: '', collection: 'people', id: book(index) }
      })
      const document = { ...base, id: book(number), json: JSON.stringify({ shelf: 1 }) }
      await app.storage.transaction((tx) => tx.insert('books', document, references))
    }
    const { people } = app.local.collections
    expect(await keepsNobodyWaiting(() => people.count({ where: { 'books.shelf': { equals: 1 } } }))).toBe(true)
  })
})

/** The book whose rank is 1. */
function rankOne(): number | undefined {
  return Array.from({ length: BOOKS }, (_, number) => number).find((number) => (number * 7_919) % BOOKS === 1)
}

describeEachDatabase('the deadline of a query on %s', (dialect) => {
  let library: Library
  // Finds nothing, so that all conditions are tested on all books.
  const conditions = Array.from({ length: 5 }, (_, index) => ({
    'related.related.related.text': { like: `grüße aus der ferne nirgends ${index}` },
  }))
  const slow = urlOf('books', where({ or: conditions }))

  beforeAll(async () => {
    // Long enough for the statements of the start on a busy machine, and far too short for the slow query.
    const config = libraryWith({ queryTimeout: '100ms' })
    library = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
    await fill(library)
  }, 120_000)
  afterAll(() => library.close())

  it('is 503 for the query, and does not affect others', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(await library.request('GET', slow)).toMatchObject({ status: 503, body: { error: { code: 'timeout' } } })
      // On a busy machine, any statement may take that long.
      await expect
        .poll(async () => (await library.request('GET', `/api/collections/books/${book(5)}`)).status)
        .toBe(200)
    }
  })
})

describe('closing while a query runs', () => {
  it('aborts it', async () => {
    const config = libraryWith({ queryTimeout: '1h' })
    const library = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    await fill(library)
    const { books } = library.app.local.collections
    const running = books.find({ where: { text: { like: 'grüße nirgends' } } }).then(
      () => 'ok',
      (error: QuireError) => error.code,
    )
    await library.close()
    expect(await running).toBe('unavailable')
  })
})
