// `node bench/src/metrics-overhead.ts`: measures the CPU time that metrics add to a request
// (docs/metrics.md#what-it-costs).
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, createApp, defineConfig, f, sqlite } from 'quirecms'
import { compareInTurns, type Taken } from './overhead/in-turns.ts'
import { askMany, type OneRequest } from './overhead/many-requests.ts'
import { answerParent } from './processes/answer-parent.ts'
import { BenchProcess } from './processes/bench-process.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 30)
const REQUESTS = Number(process.env['REQUESTS'] ?? 1_500)
const CONNECTIONS = 8
/** Expected upper limit on a quiet machine. */
const MOST = 1.02

const everyCaller = () => true

interface Service {
  readonly url: string
  readonly ids: readonly string[]
}

/** Serves the application, and reports its CPU time in microseconds on request. */
async function serve(metrics: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-overhead-'))
  process.on('exit', () => void rm(folder, { recursive: true, force: true }))
  const app = await createApp(
    defineConfig({
      database: sqlite(join(folder, 'app.db')),
      log: { level: 'silent' },
      server: { metrics, rateLimit: false },
      collections: {
        posts: collection({
          fields: { title: f.text({ index: true }), body: f.textarea() },
          access: { read: everyCaller, update: everyCaller },
          hooks: { beforeChange: [({ data }) => data] },
        }),
      },
    }),
  )
  const { posts } = app.local.asSystem().collections
  const ids: string[] = []
  for (let number = 0; number < 100; number += 1)
    ids.push((await posts.create({ title: `Post ${number}`, body: 'Some words. '.repeat(40) })).id)
  const service: Service = { url: await app.listen({ port: 0 }), ids }
  answerParent(async (question) => {
    if ((question as { what: string }).what === 'service') return service
    const { user, system } = process.cpuUsage()
    return user + system
  })
}

const BODY = JSON.stringify({ title: 'Another title' })

/** Ten requests: five read a document, four read a list, and one updates a document. */
function requestOf({ url, ids }: Service, number: number): OneRequest {
  const document = `${url}/api/collections/posts/${ids[number % ids.length]}`
  const kind = number % 10
  if (kind === 0) return { url: document, method: 'PATCH', body: BODY, status: 200 }
  return { url: kind < 5 ? `${url}/api/collections/posts?limit=10&sort=title` : document, status: 200 }
}

async function measure(child: BenchProcess, service: Service, agent: Agent): Promise<Taken> {
  const before = await child.ask<number>({ what: 'time' })
  const began = performance.now()
  await askMany(REQUESTS, agent, (number) => requestOf(service, number))
  const wall = performance.now() - began
  return { time: (await child.ask<number>({ what: 'time' })) - before, wall }
}

async function compare(): Promise<void> {
  const self = new URL(import.meta.url)
  const children = [await BenchProcess.start(self, ['off'], []), await BenchProcess.start(self, ['on'], [])]
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const work: (() => Promise<Taken>)[] = []
  for (const child of children) {
    const service = await child.ask<Service>({ what: 'service' })
    work.push(() => measure(child, service, agent))
  }
  const [off, on] = await compareInTurns(work, ROUNDS)
  agent.destroy()
  for (const child of children) await child.stop()
  const perRequest = (time = 0) => (time / (ROUNDS * REQUESTS)).toFixed(1)
  console.log(
    `off ${perRequest(off?.time)} µs a request, on ${perRequest(on?.time)} µs; ratio of all ${on?.ratio.toFixed(4)}, median of ${ROUNDS} rounds ${on?.median.toFixed(4)}`,
  )
  if ((on?.ratio ?? 0) > MOST) process.exitCode = 1
}

const [, , mode] = process.argv
if (mode === 'off' || mode === 'on') await serve(mode === 'on')
else if (process.argv[1] === fileURLToPath(import.meta.url)) await compare()
