import { createApp, type DatabaseConfig } from 'quirecms'
import { idOf, seeded } from '../content/seeded.ts'
import config from './essays.config.ts'

export const ESSAYS = 2_000
const WRITERS = 100
/** About 4 kB, like articles of a magazine. */
const TEXT = 'By morning every page was bound, and the first readers were already asking for the next issue. '.repeat(
  42,
)

/** Writes directly to storage, which is all that lists read. */
export async function seedEssays(folder: string, database: DatabaseConfig): Promise<void> {
  const app = await createApp({ ...config, database }, { root: folder })
  const { storage, manifest } = app
  const insertedInto = (table: string, number: number, content: object) => {
    const { id, createdAt } = seeded(number, content)
    const shape = manifest.collections[table]?.table.shape ?? ''
    return { id, revision: 1, createdAt, updatedAt: createdAt, shape, columns: {}, json: JSON.stringify(content) }
  }
  await storage.transaction(async (tx) => {
    for (let number = 1; number <= WRITERS; number += 1)
      await tx.insert('writers', insertedInto('writers', number, { name: `Writer ${number}` }), [])
    for (let number = 1; number <= ESSAYS; number += 1) {
      const author = idOf(1 + (number % WRITERS))
      const related = [7, 11, 13].map((step) => idOf(1 + ((number * step) % ESSAYS)))
      const content = { title: `Essay ${number}`, text: `${TEXT}${number}`, author, related }
      await tx.insert('essays', insertedInto('essays', number, content), [
        { path: 'author', collection: 'writers', id: author, locale: '' },
        ...related.map((id) => ({ path: 'related', collection: 'essays', id, locale: '' })),
      ])
    }
  })
  await app.close()
}
