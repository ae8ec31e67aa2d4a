import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postgres, sqlite } from 'quirecms'
import type { BenchOptions } from '../command-line.ts'
import { analyze, benchDatabase, createBenchDatabase } from '../contenders/postgres-database.ts'
import { quireProgram } from '../contenders/quire-installation.ts'
import { BenchProcess } from '../processes/bench-process.ts'
import { ServerProcess } from '../processes/server-process.ts'
import type { AttackOrder } from './attacker-process.ts'
import { type AskedQuery, HONEST, HOSTILE } from './queries.ts'
import type { ReadingPlan, ReadTimes } from './reader-process.ts'
import { seedLibrary } from './seed-library.ts'
import { TimedClient } from './timed-client.ts'

const CONFIG_FILE = fileURLToPath(new URL('./library.config.ts', import.meta.url))
const DATABASE = 'bench_hostile'

const LEAD_MS = 500
const HONEST_ASKED = 30

export interface HostileMeasurement {
  /**
   * Times of reads beside each query, in milliseconds. `starved` is the share of the time in which the service was
   * ready to run but another process had its core.
   */
  readonly reads: readonly (ReadTimes & {
    readonly beside: string
    readonly starved: number
    readonly answered: string
  })[]
  readonly honest: readonly { readonly name: string; readonly times: readonly number[] }[]
  /** Resident memory of the service and its children, in bytes. */
  readonly memory: number
}

/** Separate processes, so that none waits for responses of another. */
interface Clients {
  readonly attackers: BenchProcess
  readonly readers: BenchProcess
}

/**
 * Measures on its own service with 100,000 documents. Not pinned: the service and its reader processes may use all
 * cores.
 */
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
  const clients: Clients = {
    attackers: await BenchProcess.start(new URL('./attacker-process.ts', import.meta.url), [], []),
    readers: await BenchProcess.start(new URL('./reader-process.ts', import.meta.url), [], []),
  }
  try {
    await server.ready()
    const honest = await askHonestly(server.port)
    const seconds = options.rounds * options.seconds
    const reads = []
    for (const query of [undefined, ...HOSTILE]) reads.push(await readBeside(clients, server, query, seconds))
    return { honest, reads, memory: server.usage().memory }
  } finally {
    await Promise.all([server, clients.attackers, clients.readers].map((process) => process.stop()))
  }
}

async function askHonestly(port: number): Promise<HostileMeasurement['honest']> {
  const honest = []
  for (const { name, path } of HONEST) {
    const client = new TimedClient(port)
    // The first requests start processes and connections, which stay.
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
  { attackers, readers }: Clients,
  server: ServerProcess,
  query: AskedQuery | undefined,
  seconds: number,
): Promise<HostileMeasurement['reads'][number]> {
  const { port } = server
  if (query) await attackers.ask({ order: { port, query: query.name } satisfies AttackOrder })
  // The attack is running before the first read.
  await sleep(LEAD_MS)
  const plan: ReadingPlan = { port, seconds }
  const began = performance.now()
  const { waitedSeconds } = server.usage()
  const { times, first } = await readers.ask<ReadTimes>(plan)
  const starved = ((server.usage().waitedSeconds - waitedSeconds) * 1_000) / (performance.now() - began)
  const answered = query ? await attackers.ask<string>({ order: 'stop' satisfies AttackOrder }) : ''
  // Waits until the work for these attackers has ended.
  await sleep(LEAD_MS)
  return { beside: query?.name ?? 'nothing', times, first, starved, answered }
}

function expectOnly(status: number, { statuses }: TimedClient, what: string): void {
  for (const found of statuses.keys()) if (found !== status) throw new Error(`${what} answered ${found}`)
}
