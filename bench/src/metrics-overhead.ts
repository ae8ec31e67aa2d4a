// `node bench/src/metrics-overhead.ts`: what metrics add to the processor's time of a request, of a service that listens (docs/metrics.md#what-it-costs).
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:http'
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
const CONNECTIONS = 8
/** On a quiet machine, more than this is worth a look. */
const MOST = 1.02

const anybody = () => true

interface Service {
  readonly url: string
  readonly ids: readonly string[]
}

/** Serves, and tells when it is asked how much of the processor's time it has had, in microseconds. */
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
  const service: Service = { url: await app.listen({ port: 0 }), ids }
  answerParent(async (question) => {
    if ((question as { what: string }).what === 'service') return service
    const { user, system } = process.cpuUsage()
    return user + system
  })
}

/** What `REQUESTS` requests took of the service's processor time, on connections that stay open. */
async function measure(child: BenchProcess, { url, ids }: Service, agent: Agent): Promise<number> {
  const body = JSON.stringify({ title: 'Another title' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const before = await child.ask<number>({ what: 'time' })
  const numbers = Array.from({ length: REQUESTS }, (_, number) => number)
  const work = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const document = `${url}/api/collections/posts/${ids[number % ids.length]}`
      // Of ten requests, five read a document, four a list, and one changes something.
      const kind = number % 10
      if (kind === 0) await ask(document, { agent, method: 'PATCH', headers }, body)
      else if (kind < 5) await ask(`${url}/api/collections/posts?limit=10&sort=title`, { agent })
      else await ask(document, { agent })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return (await child.ask<number>({ what: 'time' })) - before
}

function ask(url: string, options: RequestOptions, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      answer.resume().once('error', reject)
      answer.once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))))
    })
    asked.once('error', reject).end(body)
  })
}

async function compare(): Promise<void> {
  const self = new URL(import.meta.url)
  const [off, on] = [await BenchProcess.start(self, ['off'], []), await BenchProcess.start(self, ['on'], [])]
  const services = new Map<BenchProcess, Service>()
  for (const one of [off, on]) services.set(one, await one.ask<Service>({ what: 'service' }))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const timeOf = (one: BenchProcess) => measure(one, services.get(one) as Service, agent)
  const ratios: number[] = []
  const total = { off: 0, on: 0 }
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const inOrder = round % 2 === 0
    const first = await timeOf(inOrder ? off : on)
    const second = await timeOf(inOrder ? on : off)
    const [without, with_] = inOrder ? [first, second] : [second, first]
    if (round < 0) continue
    ratios.push(with_ / without)
    total.off += without
    total.on += with_
  }
  agent.destroy()
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
