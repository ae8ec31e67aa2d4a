import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postgres, sqlite } from 'quire'
import type { BenchOptions } from '../command-line.ts'
import { idOf } from '../content/seeded.ts'
import { analyze, benchDatabase, createBenchDatabase } from '../contenders/postgres-database.ts'
import { quireProgram } from '../contenders/quire-installation.ts'
import { ServerProcess } from '../processes/server-process.ts'
import { HONEST, HOSTILE } from './queries.ts'
import { ARTICLES, seedLibrary } from './seed-library.ts'
import { SilentClient } from './silent-client.ts'
import { TimedClient } from './timed-client.ts'

const CONFIG_FILE = fileURLToPath(new URL('./library.config.ts', import.meta.url))
const DATABASE = 'bench_hostile'

/** Hostile queries in flight at any time, and readers beside them, who pause between two reads as people do. */
const ATTACKERS = 16
const READERS = 4
/** Another one than that of the attackers. */
const READERS_ADDRESS = '127.0.0.2'
const PAUSE_MS = 5
const HONEST_ASKED = 30

export interface HostileMeasurement {
  /** What others feel while the query is in flight: the times of their reads, in milliseconds. */
  readonly reads: readonly { readonly beside: string; readonly times: readonly number[]; readonly answered: string }[]
  readonly honest: readonly { readonly name: string; readonly times: readonly number[] }[]
  /** Resident memory of the service and what it started, in bytes. */
  readonly memory: number
}

/** On a service of its own, with 100,000 documents. Not pinned: it may use all cores, as its reader processes do. */
export async function measureHostile(options: BenchOptions, folder: string): Promise<HostileMeasurement> {
  const own = join(folder, 'hostile')
  await mkdir(own, { recursive: true })
  await copyFile(CONFIG_FILE, join(own, 'quire.config.ts'))
  const env = options.database === 'postgres' ? { DATABASE_URL: benchDatabase(DATABASE) } : undefined
  if (options.database === 'postgres') {
    const url = await createBenchDatabase(DATABASE)
    await seedLibrary(own, postgres(url))
    await analyze(url)
  } else await seedLibrary(own, sqlite(join(own, 'data/app.db')))
  const server = await ServerProcess.spawn({
    command: (port) => ({
      args: [quireProgram(own), 'start', '--config', join(own, 'quire.config.ts'), '--port', String(port)],
      ...(env && { env }),
    }),
    pin: [],
    logFile: join(own, 'server.log'),
  })
  try {
    await server.ready()
    const honest = await askHonestly(server.port)
    const seconds = options.rounds * options.seconds
    const reads = [await readBeside(server.port, undefined, seconds)]
    for (const query of HOSTILE) reads.push(await readBeside(server.port, query, seconds))
    return { honest, reads, memory: server.usage().memory }
  } finally {
    await server.stop()
  }
}

async function askHonestly(port: number): Promise<HostileMeasurement['honest']> {
  const honest = []
  for (const { name, path } of HONEST) {
    const client = new TimedClient(port)
    // The first few start processes and connections, which stay.
    for (let number = 0; number < 3; number += 1) await client.ask(path(number))
    client.times.length = 0
    for (let number = 3; number < 3 + HONEST_ASKED; number += 1) await client.ask(path(number))
    client.close()
    expectOnly(200, client, name)
    honest.push({ name, times: client.times })
  }
  return honest
}

async function readBeside(
  port: number,
  query: (typeof HOSTILE)[number] | undefined,
  seconds: number,
): Promise<HostileMeasurement['reads'][number]> {
  let isOver = false
  let number = 0
  const silent = query?.unread === undefined ? undefined : new SilentClient(port, query.unread, query.path(1))
  const attackers = Array.from({ length: query && !silent ? ATTACKERS : 0 }, () => new TimedClient(port))
  const readers = Array.from({ length: READERS }, () => new TimedClient(port, READERS_ADDRESS))
  const attacks = attackers.map((client) =>
    client.askUntil(
      () => isOver,
      () => query?.path((number += 1)) ?? '',
      rest,
    ),
  )
  // They are in flight before anybody reads.
  await sleep(500)
  const reads = readers.map((client) =>
    client.askUntil(
      () => isOver,
      () => `/api/collections/articles/${idOf(1 + (((number += 1) * 7919) % ARTICLES))}`,
      rest,
    ),
  )
  await sleep(seconds * 1_000)
  isOver = true
  await Promise.all([...attacks, ...reads])
  silent?.close()
  for (const client of [...attackers, ...readers]) client.close()
  for (const client of readers) expectOnly(200, client, 'a read by id')
  return {
    beside: query?.name ?? 'nothing',
    times: readers.flatMap(({ times }) => times),
    answered: silent ? 'unread' : statusesOf(attackers),
  }
}

const rest = () => sleep(PAUSE_MS)

/** `200 ×31, 503 ×4` */
function statusesOf(clients: readonly TimedClient[]): string {
  const all = new Map<number, number>()
  for (const { statuses } of clients)
    for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count)
  return [...all].map(([status, count]) => `${status} ×${count}`).join(', ')
}

function expectOnly(status: number, { statuses }: TimedClient, what: string): void {
  for (const found of statuses.keys()) if (found !== status) throw new Error(`${what} answered ${found}`)
}
