// `node bench/src/many-documents.ts`: the time per document of single creates, `createMany`, `updateMany` and
// `deleteMany`, in turns, with drafts, search, the change feed and a webhook (docs/local-api.md#many-documents). With
// POSTGRES, the URL of an empty database, measures there.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhooks } from '@quirecms/webhooks'
import { collection, createApp, defineConfig, f, postgres, sqlite } from 'quirecms'
import { median } from './report/median.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 500)
const ALONE = Math.min(100, DOCUMENTS)

const folder = await mkdtemp(join(tmpdir(), 'quire-many-'))
const url = process.env['POSTGRES']
const app = await createApp(
  defineConfig({
    database: url === undefined ? sqlite(join(folder, 'app.db')) : postgres(url),
    log: { level: 'silent' },
    changes: true,
    plugins: [
      webhooks({
        endpoints: { site: { url: 'https://example.com/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
      }),
    ],
    collections: {
      authors: collection({ fields: { name: f.text() } }),
      posts: collection({
        fields: {
          title: f.text({ required: true, index: true }),
          slug: f.text({ unique: true }),
          body: f.textarea(),
          author: f.relationship({ to: 'authors' }),
        },
        versions: { drafts: true },
        search: { fields: { title: 2, body: 1 } },
      }),
    },
  }),
  // Deliveries to the webhook are not part of a write.
  { jobs: false },
)
const { authors, posts } = app.local.asSystem().collections
const { id: author } = await authors.create({ name: 'Ada' })
let made = 0
const some = (count: number) =>
  Array.from({ length: count }, () => {
    made += 1
    return { title: `Post ${made}`, slug: `post-${made}`, body: 'Some words of the text. '.repeat(20), author }
  })

/** Returns milliseconds per document. */
async function timed(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / count
}

const ways = {
  async 'create one by one'(rows: ReturnType<typeof some>): Promise<void> {
    for (const row of rows) await posts.create(row)
  },
  createMany: (rows: ReturnType<typeof some>) => posts.createMany(rows),
  updateMany: () => posts.updateMany({ where: {}, data: { body: 'Other words of the text. '.repeat(20) } }),
  deleteMany: () => posts.deleteMany({ where: {} }),
} as const

type Way = keyof typeof ways

/** `updateMany` and `deleteMany` get what `createMany` has made. */
async function measureAll(count: number): Promise<Record<Way, number>> {
  const [few, all] = [some(ALONE), some(count)]
  const alone = await timed(ALONE, () => ways['create one by one'](few))
  await posts.deleteMany({ where: {} })
  return {
    'create one by one': alone,
    createMany: await timed(count, () => ways.createMany(all)),
    updateMany: await timed(count, ways.updateMany),
    deleteMany: await timed(count, ways.deleteMany),
  }
}

await measureAll(ALONE)
const rounds: Record<Way, number>[] = []
for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureAll(DOCUMENTS))
for (const way of Object.keys(ways) as Way[]) {
  const took = median(rounds.map((round) => round[way]))
  console.log(
    `${url === undefined ? 'SQLite' : 'PostgreSQL'}: ${way} takes ${took.toFixed(2)} ms a document; 10,000 take ${Math.round(took * 10)} s`,
  )
}
await app.close()
await rm(folder, { recursive: true, force: true })
