import { createApp, type DatabaseConfig } from 'quirecms'
import { idOf, seeded } from '../content/seeded.ts'
import config from './library.config.ts'

export const ARTICLES = 100_000
const PEOPLE = 1_000
const BOOKS = 10_000
export const WRITERS = 1_000
export const CITIES = 100
const REPORTS = 100
const AT_ONCE = 1_000

const TEXT = 'Grüße aus der Ferne, wo niemand nach den Rändern der Seiten fragt. '.repeat(15)

interface Written {
  readonly content: object
  readonly references?: readonly { readonly path: string; readonly collection: string; readonly id: string }[]
}

const article = (number: number): Written => {
  const author = idOf(1 + (number % PEOPLE))
  const related = [7, 11].map((step) => idOf(1 + ((number * step) % ARTICLES)))
  return {
    content: {
      title: `Article ${number}`,
      text: `${TEXT}${number}`,
      rank: (number * 61_813) % ARTICLES,
      related,
      author,
    },
    references: [
      { path: 'author', collection: 'people', id: author },
      ...related.map((id) => ({ path: 'related', collection: 'articles', id })),
    ],
  }
}

const pointing = (content: object, path: string, collection: string, id: string): Written => ({
  content: { ...content, [path]: id },
  references: [{ path, collection, id }],
})

const CONTENT: readonly (readonly [table: string, count: number, written: (number: number) => Written])[] = [
  ['articles', ARTICLES, article],
  ['people', PEOPLE, (number) => ({ content: { name: `Person ${number}` } })],
  [
    'books',
    BOOKS,
    (number) => pointing({ title: `Book ${number}` }, 'author', 'writers', idOf(1 + (number % WRITERS))),
  ],
  [
    'writers',
    WRITERS,
    (number) => pointing({ name: writerName(number) }, 'city', 'cities', idOf(1 + (number % CITIES))),
  ],
  ['reports', REPORTS, (number) => ({ content: { title: `Report ${number}`, text: `${TEXT.repeat(50)}${number}` } })],
  ['cities', CITIES, (number) => ({ content: { name: cityName(number) } })],
]

export const writerName = (number: number) => `Writer ${number}`
export const cityName = (number: number) => `City ${number}`

/** Writes directly to storage: through the API it would take minutes. */
export async function seedLibrary(folder: string, database: DatabaseConfig): Promise<void> {
  const app = await createApp({ ...config, database }, { root: folder })
  const { storage, manifest } = app
  for (const [table, count, written] of CONTENT) {
    const shape = manifest.collections[table]?.table.shape ?? ''
    for (let first = 1; first <= count; first += AT_ONCE) {
      await storage.transaction(async (tx) => {
        for (let number = first; number < Math.min(first + AT_ONCE, count + 1); number += 1) {
          const { content, references = [] } = written(number)
          const { id, createdAt } = seeded(number, content)
          const document = { id, revision: 1, createdAt, updatedAt: createdAt, shape, columns: {} }
          const all = references.map((reference) => ({ ...reference, locale: '' }))
          await tx.insert(table, { ...document, json: JSON.stringify(content) }, all)
        }
      })
    }
  }
  await app.close()
}
