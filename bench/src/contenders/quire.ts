import { join } from 'node:path'
import { collection, createApp, defineConfig, f, sqlite } from 'quire'
import { CATEGORIES, SEEDED_POSTS, seededPost, TAGS } from '../content/post.ts'
import type { Contender } from './contender.ts'

const everybody = () => true

/** An application as a user would write it; only the rate limit is off, since one address sends everything here. */
function applicationIn(folder: string) {
  return createApp(
    defineConfig({
      database: sqlite(join(folder, 'quire.db')),
      server: { rateLimit: false },
      collections: {
        posts: collection({
          access: { read: everybody, create: everybody, update: everybody },
          fields: {
            title: f.text({ required: true, maxLength: 200 }),
            slug: f.slug({ from: 'title', required: true, unique: true }),
            category: f.select({ options: CATEGORIES, required: true, index: true }),
            excerpt: f.textarea({ maxLength: 500 }),
            body: f.textarea({ required: true }),
            tags: f.select({ options: TAGS, many: true }),
            readingMinutes: f.number({ integer: true, min: 1 }),
            featured: f.checkbox({ default: false }),
            publishedAt: f.date(),
            seo: f.group({ fields: { title: f.text(), description: f.textarea() } }),
          },
        }),
      },
    }),
  )
}

const SEEDED_AT_ONCE = 100

export const quire: Contender = {
  name: 'quire',

  async seed(folder) {
    const app = await applicationIn(folder)
    const { posts } = app.local.asSystem().collections
    for (let first = 0; first < SEEDED_POSTS; first += SEEDED_AT_ONCE) {
      const batch = Array.from({ length: SEEDED_AT_ONCE }, (_, index) => {
        const { id, createdAt, post } = seededPost(first + index)
        return { id, createdAt, ...post }
      })
      await Promise.all(batch.map((post) => posts.create(post)))
    }
    await app.close()
  },

  async serve(folder) {
    const app = await applicationIn(folder)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { port: Number(new URL(address).port), close: () => app.close() }
  },
}
