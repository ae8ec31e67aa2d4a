import { type App, createApp, type DatabaseConfig } from 'quirecms'
import config, { earlierConfig, EVENTS, type EventsSlug } from '../application/quire.config.ts'
import { seededEvent } from '../content/event.ts'
import {
  PLANNED_POSTS,
  SEEDED_AUTHORS,
  SEEDED_POSTS,
  SEEDED_TAGS,
  seededAuthor,
  seededPost,
  seededTag,
} from '../content/post.ts'
import { SEEDED_PRODUCTS, seededProduct } from '../content/product.ts'
import { SEEDED_RELEASES, seededRelease } from '../content/release.ts'
import type { Seeded } from '../content/seeded.ts'
import type { SeedExtent } from './contender.ts'

const AT_ONCE = 100
const EVENTS_AT_ONCE = 1000

/** Sends the signed-in requests of the mixed workload. */
export const EDITOR = { email: 'editor@example.com', password: 'a long secret of the benchmark' }

/** Fills the database through the local API, as an application would. Only events are written directly to storage. */
export async function seedQuire(folder: string, database: DatabaseConfig, { events }: SeedExtent): Promise<void> {
  const earlier = await createApp({ ...earlierConfig, database }, { root: folder })
  const { releases, ...before } = earlier.local.asSystem().collections
  await seedAll(SEEDED_RELEASES, (number) => releases.create(imported(seededRelease(number))))
  await seedAll(SEEDED_AUTHORS, (number) => before.authors.create(imported(seededAuthor(number))))
  await seedAll(SEEDED_TAGS, (number) => before.tags.create(imported(seededTag(number))))
  for (const slug of ['versioned-posts', 'drafted-posts'] as const)
    await seedAll(SEEDED_POSTS, (number) => before[slug].create(imported(seededPost(number))))
  await earlier.close()

  const app = await createApp({ ...config, database }, { root: folder })
  const { posts, 'planned-posts': planned, products, 'recent-releases': recent } = app.local.asSystem().collections
  await seedAll(SEEDED_POSTS, (number) => posts.create(imported(seededPost(number))))
  await seedAll(PLANNED_POSTS, (number) => planned.create(imported(seededPost(number))))
  await seedAll(SEEDED_PRODUCTS, (number) => products.create(imported(seededProduct(number))))
  await seedAll(SEEDED_RELEASES, (number) => recent.create(imported(seededRelease(number))))
  const { email, password } = EDITOR
  await app.local.asSystem().auth.users.createUser({ data: { email }, password })
  for (const slug of events) await seedEvents(app, slug as EventsSlug)
  await app.close()
}

/** Only the system may set ids and timestamps. */
function imported<Content>({ id, createdAt, content }: Seeded<Content>): Content {
  return { id, createdAt, ...content }
}

async function seedAll(count: number, create: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, index) => create(first + index))
    await Promise.all(batch)
  }
}

/** Writes a thousand documents per transaction. Events have no rules and hooks to skip. */
async function seedEvents({ storage, manifest }: App<typeof config>, slug: EventsSlug): Promise<void> {
  const shape = manifest.collections[slug]?.table.shape ?? ''
  for (let first = 1; first <= EVENTS[slug]; first += EVENTS_AT_ONCE) {
    await storage.transaction(async (tx) => {
      for (let number = first; number < first + EVENTS_AT_ONCE; number += 1) {
        const { id, createdAt, content } = seededEvent(number)
        const json = JSON.stringify(content)
        await tx.insert(slug, { id, revision: 1, createdAt, updatedAt: createdAt, json, shape, columns: {} }, [])
      }
    })
  }
}
