// `node bench/src/many-documents.ts`: compares the time per document of `createMany` and of single creates, in turns,
// both with drafts, search, the change feed and a webhook (docs/local-api.md#many-documents). With POSTGRES, the URL of
// an empty database, measures there.
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
async function timed(count: number, work: (rows: ReturnType<typeof some>) => Promise<unknown>): Promise<number> {
  const rows = some(count)
  const began = performance.now()
  await work(rows)
  return (performance.now() - began) / count
}

async function oneByOne(rows: ReturnType<typeof some>): Promise<void> {
  for (const row of rows) await posts.create(row)
}

await timed(ALONE, oneByOne)
await timed(ALONE, (rows) => posts.createMany(rows))
const alone: number[] = []
const inPortions: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await timed(ALONE, oneByOne))
  inPortions.push(await timed(DOCUMENTS, (rows) => posts.createMany(rows)))
}
const [one, many] = [median(alone), median(inPortions)]
console.log(
  `${url === undefined ? 'SQLite' : 'PostgreSQL'}: ${one.toFixed(2)} ms a document one by one, ${many.toFixed(2)} ms with createMany; ratio ${(one / many).toFixed(1)}; 10,000 take ${Math.round(many * 10)} s`,
)
await app.close()
await rm(folder, { recursive: true, force: true })
