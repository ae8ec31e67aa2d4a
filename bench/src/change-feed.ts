// `node bench/src/change-feed.ts`: measures what the change feed adds to a create, the memory of idle streams, and how
// long a service with open streams takes to close (docs/changes.md#operating). With POSTGRES, the URL of an empty
// database, measures creates there.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type ClientRequest, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collection, createApp, defineConfig, f, postgres, sqlite } from 'quirecms'
import { compareInTurns, type Taken } from './overhead/in-turns.ts'
import { askMany } from './overhead/many-requests.ts'
import { answerParent } from './processes/answer-parent.ts'
import { BenchProcess } from './processes/bench-process.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 20)
const CREATES = Number(process.env['CREATES'] ?? 500)
const STREAMS = Number(process.env['STREAMS'] ?? 1_000)
const CONNECTIONS = 8
const MOST = { ratio: 1.1, megabytes: 100, milliseconds: 1_500 }

const everyCaller = () => true

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

interface Usage {
  readonly time: number
  /** Bytes, after a garbage collection. */
  readonly memory: number
}

async function serve(changes: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-feed-'))
  process.on('exit', () => void rm(folder, { recursive: true, force: true }))
  const url = process.env['POSTGRES']
  const app = await createApp(
    defineConfig({
      database: url === undefined ? sqlite(join(folder, 'app.db')) : postgres(`${url}_${changes ? 'on' : 'off'}`),
      log: { level: 'silent' },
      changes: changes && { streams: { perAddress: STREAMS } },
      server: { rateLimit: false },
      collections: {
        posts: collection({
          fields: { title: f.text({ index: true }), body: f.textarea() },
          access: { read: everyCaller, create: everyCaller },
        }),
      },
    }),
  )
  const address = await app.listen({ port: 0 })
  answerParent(async (question) => {
    const { what } = question as { what: string }
    if (what === 'address') return address
    if (what === 'close') {
      const began = performance.now()
      await app.close()
      return performance.now() - began
    }
    collectGarbage()
    const { user, system } = process.cpuUsage()
    return { time: user + system, memory: process.memoryUsage().rss } satisfies Usage
  })
}

/** Returns the CPU time of the service and the elapsed time of the creates. */
async function measure(child: BenchProcess, agent: Agent): Promise<Taken> {
  const url = `${await child.ask<string>({ what: 'address' })}/api/collections/posts`
  const body = JSON.stringify({ title: 'A title', body: 'Some words. '.repeat(40) })
  const before = await child.ask<Usage>({ what: 'usage' })
  const began = performance.now()
  await askMany(CREATES, agent, () => ({ url, method: 'POST', body, status: 201 }))
  const wall = performance.now() - began
  return { time: (await child.ask<Usage>({ what: 'usage' })).time - before.time, wall }
}

const self = new URL(import.meta.url)
const start = (mode: string) => BenchProcess.start(self, [mode], [])

async function compareCreates(): Promise<boolean> {
  const children = [await start('off'), await start('on')]
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const [off, on] = await compareInTurns(
    children.map((child) => () => measure(child, agent)),
    ROUNDS,
  )
  agent.destroy()
  for (const child of children) await child.stop()
  const perCreate = (time = 0) => (time / (ROUNDS * CREATES)).toFixed(1)
  console.log(
    `create: ${perCreate(off?.time)} µs of the processor without the feed, ${perCreate(on?.time)} µs with it; ratio of all ${on?.ratio.toFixed(3)}, median of ${ROUNDS} rounds ${on?.median.toFixed(3)}, of their wall time ${on?.wall.toFixed(3)}`,
  )
  return (on?.median ?? 0) <= MOST.ratio
}

function openStreams(address: string, count: number): Promise<ClientRequest[]> {
  const agent = new Agent({ maxSockets: count })
  const opened = Array.from(
    { length: count },
    () =>
      new Promise<ClientRequest>((resolve, reject) => {
        const asked = get(`${address}/api/changes/stream`, { agent }, (answer) => {
          answer.on('data', (bytes: Buffer) => {
            if (bytes.includes('event: ready')) resolve(asked)
          })
          answer.once('error', () => undefined)
        }).once('error', reject)
      }),
  )
  return Promise.all(opened)
}

async function holdStreams(): Promise<boolean> {
  const service = await start('on')
  const address = await service.ask<string>({ what: 'address' })
  // Excludes what the first stream loads.
  await openStreams(address, 20)
  const before = await service.ask<Usage>({ what: 'usage' })
  await openStreams(address, STREAMS - 20)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const after = await service.ask<Usage>({ what: 'usage' })
  const megabytes = (after.memory - before.memory) / 1024 ** 2
  console.log(`${STREAMS} idle streams: ${megabytes.toFixed(1)} MB`)
  await service.stop()
  return megabytes <= MOST.megabytes
}

async function closeWithStreams(): Promise<boolean> {
  const service = await start('on')
  await openStreams(await service.ask<string>({ what: 'address' }), 100)
  const milliseconds = await service.ask<number>({ what: 'close' })
  console.log(`close with 100 open streams: ${Math.round(milliseconds)} ms`)
  await service.stop()
  return milliseconds <= MOST.milliseconds
}

const [, , mode] = process.argv
if (mode === 'off' || mode === 'on') await serve(mode === 'on')
else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheap = await compareCreates()
  const isSmall = process.env['POSTGRES'] === undefined ? await holdStreams() : true
  const isQuick = process.env['POSTGRES'] === undefined ? await closeWithStreams() : true
  if (!isCheap || !isSmall || !isQuick) process.exitCode = 1
}
