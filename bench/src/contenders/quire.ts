import { join } from 'node:path'
import { collection, createApp, type DatabaseConfig, defineConfig, f, postgres, sqlite } from 'quire'
import { CATEGORIES, SEEDED_POSTS, seededPost, TAGS } from '../content/post.ts'
import {
  type Seeded,
  SEEDED_ARTICLES,
  SEEDED_EVENTS,
  SEEDED_PEOPLE,
  SEEDED_TOPICS,
  seededArticle,
  seededEvent,
  seededPerson,
  seededTopic,
} from '../content/article.ts'
import type { Contender, Served } from './contender.ts'
import { analyze, benchDatabase } from './postgres-database.ts'

const everybody = () => true

/** An application as a user would write it; only the rate limit is off, since one address sends everything here. */
function applicationOn(database: DatabaseConfig) {
  return createApp(
    defineConfig({
      database,
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
        people: collection({
          access: { read: everybody },
          fields: { name: f.text({ required: true, index: true }), bio: f.textarea() },
        }),
        topics: collection({
          access: { read: everybody },
          fields: { name: f.text({ required: true }), color: f.text() },
        }),
        articles: collection({
          access: { read: everybody },
          fields: {
            title: f.text({ required: true }),
            text: f.textarea(),
            author: f.relationship({ to: 'people', index: true }),
            topics: f.relationship({ to: 'topics', many: true }),
          },
        }),
        events: collection({
          access: { read: everybody },
          fields: { kind: f.text({ index: true }), place: f.text(), size: f.number({ integer: true }) },
        }),
      },
    }),
  )
}

const SEEDED_AT_ONCE = 100

const fileIn = (folder: string) => sqlite(join(folder, 'quire.db'))

export const quire: Contender = {
  name: 'quire',

  async seed(folder) {
    const app = await applicationOn(fileIn(folder))
    const { posts } = app.local.asSystem().collections
    await seedAll(SEEDED_POSTS, (number) => {
      const { id, createdAt, post } = seededPost(number)
      return posts.create(imported({ id, createdAt, content: post }))
    })
    await seedArticles(app)
    await app.close()
  },

  serve: (folder) => serve(fileIn(folder)),
}

/** The same application on PostgreSQL; only what is related and what is many is asked of it. */
export const quirePostgres: Contender = {
  name: 'quire-postgres',

  async seed() {
    const url = await benchDatabase('bench_quire', 'create')
    const app = await applicationOn(postgres(url))
    await seedArticles(app)
    await app.close()
    await analyze(url)
  },

  serve: async () => serve(postgres(await benchDatabase('bench_quire'))),
}

async function serve(database: DatabaseConfig): Promise<Served> {
  const app = await applicationOn(database)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: Number(new URL(address).port), close: () => app.close() }
}

async function seedArticles(app: Awaited<ReturnType<typeof applicationOn>>): Promise<void> {
  const { people, topics, articles, events } = app.local.asSystem().collections
  await seedAll(SEEDED_PEOPLE, (number) => people.create(imported(seededPerson(number))))
  await seedAll(SEEDED_TOPICS, (number) => topics.create(imported(seededTopic(number))))
  await seedAll(SEEDED_ARTICLES, (number) => articles.create(imported(seededArticle(number))))
  await seedAll(SEEDED_EVENTS, (number) => events.create(imported(seededEvent(number))))
}

/** Only the system may bring ids and times of its own. */
function imported<Content>({ id, createdAt, content }: Seeded<Content>): Content {
  return { id, createdAt, ...content }
}

async function seedAll(count: number, create: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += SEEDED_AT_ONCE) {
    const batch = Array.from({ length: Math.min(SEEDED_AT_ONCE, count - first) }, (_, index) => create(first + index))
    await Promise.all(batch)
  }
}
