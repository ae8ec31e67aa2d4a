import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp, type DatabaseConfig, sqlite } from 'quirecms'
import config from './application/quire.config.ts'
import { postOf } from './content/post.ts'
import type { Surroundings } from './surroundings.ts'

const DOCUMENTS = 20
const REVISIONS = 100

export interface HistoryMeasurement {
  readonly revisions: number
  /** Size of one document's JSON, and of all its snapshots on disk. */
  readonly documentBytes: number
  readonly historyBytes: number
}

/** Writes the same with and without snapshots, on SQLite, and compares the file sizes. */
export async function measureHistory({ folder }: Surroundings): Promise<HistoryMeasurement> {
  const own = join(folder, 'history')
  await mkdir(own, { recursive: true })
  const bytes: number[] = []
  for (const slug of ['posts', 'versioned-posts'] as const) {
    const file = join(own, `${slug}.db`)
    await writeRevisions(sqlite(file), slug)
    bytes.push((await stat(file)).size)
  }
  const [without = 0, withHistory = 0] = bytes
  return {
    revisions: REVISIONS,
    documentBytes: Buffer.byteLength(JSON.stringify(postOf(1))),
    historyBytes: Math.round((withHistory - without) / DOCUMENTS),
  }
}

async function writeRevisions(database: DatabaseConfig, slug: 'posts' | 'versioned-posts'): Promise<void> {
  const app = await createApp({ ...config, database })
  const { collections } = app.local.asSystem()
  // Both have the same fields, but TypeScript cannot call a union of generic methods.
  const posts = collections[slug] as unknown as typeof collections.posts
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const { author: _author, tags: _tags, ...post } = postOf(number)
    const { id } = await posts.create(post)
    for (let views = 2; views <= REVISIONS; views += 1) await posts.update(id, { views })
  }
  // Closing writes the WAL into the database file.
  await app.close()
}

export function historyLine({ revisions, documentBytes, historyBytes }: HistoryMeasurement): string {
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
  return `history: ${revisions} revisions of a document of ${kilobytes(documentBytes)} take ${kilobytes(historyBytes)} on disk`
}
