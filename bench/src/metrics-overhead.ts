// `node bench/src/metrics-overhead.ts`: what metrics add to the processor's time of a request (docs/metrics.md#what-it-costs).
import { mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, createApp, defineConfig, f, sqlite } from 'quire'
import { answerParent } from './processes/answer-parent.ts'
import { BenchProcess } from './processes/bench-process.ts'

/** Rounds of one after the other, so that other work on the machine affects both alike. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 30)
const REQUESTS = Number(process.env['REQUESTS'] ?? 1_500)
const WARM_UP = 3
/** On a quiet machine, more than this is worth a look. */
const MOST = 1.02

const anybody = () => true

/** Asks itself over connections in memory, and tells how much of the processor's time that took, in microseconds. */
async function serve(metrics: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-overhead-'))
  process.on('exit', () => void rm(folder, { recursive: true, force: true }))
  const app = await createApp(
    defineConfig({
      database: sqlite(join(folder, 'app.db')),
      log: { level: 'silent' },
      // What is given again would not be measured at all.
      server: { metrics, rateLimit: false, keptAnswers: false },
      collections: {
        posts: collection({
          fields: { title: f.text({ index: true }), body: f.textarea() },
          access: { read: anybody, update: anybody },
          hooks: { beforeChange: [({ data }) => data] },
        }),
      },
    }),
  )
  const { posts } = app.local.asSystem().collections
  const ids: string[] = []
  for (let number = 0; number < 100; number += 1)
    ids.push((await posts.create({ title: `Post ${number}`, body: 'Some words. '.repeat(40) })).id)
  const ask = async (url: string, init?: RequestInit) => {
    const response = await app.fetch(new Request(`http://localhost${url}`, init))
    await response.text()
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
  }
  const body = JSON.stringify({ title: 'Another title' })
  const change = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }
  answerParent(async () => {
    const before = process.cpuUsage()
    for (let number = 0; number < REQUESTS; number += 1) {
      const id = ids[number % ids.length]
      // Of ten requests, five read a document, four a list, and one changes something.
      const kind = number % 10
      if (kind === 0) await ask(`/api/collections/posts/${id}`, change)
      else if (kind < 5) await ask('/api/collections/posts?limit=10&sort=title')
      else await ask(`/api/collections/posts/${id}`)
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
}

async function compare(): Promise<void> {
  const self = new URL(import.meta.url)
  const [off, on] = [await BenchProcess.start(self, ['off'], []), await BenchProcess.start(self, ['on'], [])]
  const ratios: number[] = []
  const total = { off: 0, on: 0 }
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const inOrder = round % 2 === 0
    const first = await (inOrder ? off : on).ask<number>({})
    const second = await (inOrder ? on : off).ask<number>({})
    const [without, with_] = inOrder ? [first, second] : [second, first]
    if (round < 0) continue
    ratios.push(with_ / without)
    total.off += without
    total.on += with_
  }
  await Promise.all([off.stop(), on.stop()])
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1
  const perRequest = (sum: number) => (sum / (ROUNDS * REQUESTS)).toFixed(1)
  console.log(
    `off ${perRequest(total.off)} µs a request, on ${perRequest(total.on)} µs; ratio of all ${(total.on / total.off).toFixed(4)}, median of ${ROUNDS} rounds ${median.toFixed(4)}`,
  )
  if (total.on / total.off > MOST) process.exitCode = 1
}

const [, , mode] = process.argv
if (mode === 'off' || mode === 'on') await serve(mode === 'on')
else if (process.argv[1] === fileURLToPath(import.meta.url)) await compare()
