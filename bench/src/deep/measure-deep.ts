import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgres, sqlite } from 'quirecms'
import type { BenchOptions } from '../command-line.ts'
import { idOf } from '../content/seeded.ts'
import { analyze, benchDatabase, createBenchDatabase } from '../contenders/postgres-database.ts'
import { quireProgram } from '../contenders/quire-installation.ts'
import { ServerProcess } from '../processes/server-process.ts'
import type { Surroundings } from '../surroundings.ts'
import { ESSAYS, seedEssays } from './seed-essays.ts'

const CONFIG_FILE = fileURLToPath(new URL('./essays.config.ts', import.meta.url))
const DATABASE = 'bench_deep'
const WARMING_UP = 20

interface DeepQuery {
  readonly name: string
  /** Target for the CPU time of one response, in milliseconds. */
  readonly aim: number
  /** Varies by number, so that caches help little. */
  readonly path: (number: number) => string
}

const page = (depth: number) => (number: number) =>
  `/api/collections/essays?limit=100&page=${1 + (number % (ESSAYS / 100))}&depth=${depth}`

/** Each essay references three essays and a writer. From the second level on, the size limit ends the response. */
const QUERIES: readonly DeepQuery[] = [
  { name: 'limit=100', aim: 60, path: page(0) },
  { name: 'limit=100&depth=1', aim: 60, path: page(1) },
  { name: 'limit=100&depth=2, at the bound', aim: 250, path: page(2) },
  {
    name: 'one document, depth=5',
    aim: 250,
    path: (number) => `/api/collections/essays/${idOf(1 + ((number * 7919) % ESSAYS))}?depth=5`,
  },
]

export interface DeepMeasurement {
  readonly name: string
  readonly aim: number
  /** Milliseconds until each response was complete. */
  readonly times: readonly number[]
  readonly length: number
  /** CPU time of the service and its children for one response, in milliseconds. */
  readonly cpu: number
}

/** Sends one request after another, to a service on its own core. */
export async function measureDeep(
  options: BenchOptions,
  { folder, pinning }: Surroundings,
): Promise<readonly DeepMeasurement[]> {
  const own = join(folder, 'deep')
  await mkdir(own, { recursive: true })
  await copyFile(CONFIG_FILE, join(own, 'quire.config.ts'))
  const env = options.database === 'postgres' ? { DATABASE_URL: benchDatabase(DATABASE) } : undefined
  if (options.database === 'postgres') {
    const url = await createBenchDatabase(DATABASE)
    await seedEssays(own, postgres(url))
    await analyze(url)
  } else await seedEssays(own, sqlite(join(own, 'data/app.db')))
  const server = await ServerProcess.spawn({
    command: (port) => ({
      args: [quireProgram(own), 'start', '--config', join(own, 'quire.config.ts'), '--port', String(port)],
      ...(env && { env }),
    }),
    pin: pinning.server,
    logFile: join(own, 'server.log'),
  })
  try {
    await server.ready()
    const measured: DeepMeasurement[] = []
    for (const query of QUERIES) measured.push(await ask(server, query, options.rounds * options.seconds))
    return measured
  } finally {
    await server.stop()
  }
}

async function ask(server: ServerProcess, { name, aim, path }: DeepQuery, seconds: number): Promise<DeepMeasurement> {
  let number = 0
  let length = 0
  const read = async () => {
    number += 1
    const answer = await fetch(`http://127.0.0.1:${server.port}${path(number)}`, {
      headers: { 'Accept-Encoding': 'identity' },
    })
    const bytes = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${name} was answered with ${answer.status}`)
    length = Math.max(length, bytes.byteLength)
  }
  for (let asked = 0; asked < WARMING_UP; asked += 1) await read()
  const times: number[] = []
  const { cpuSeconds: before } = server.usage()
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const began = performance.now()
    await read()
    times.push(performance.now() - began)
  }
  return { name, aim, times, length, cpu: ((server.usage().cpuSeconds - before) / times.length) * 1_000 }
}
