import { cp, mkdir } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchOptions } from './command-line.ts'
import type { ContenderName } from './contenders/index.ts'
import type { LoadPlan } from './load/run-load.ts'
import { CONNECTIONS, startGenerator } from './measure-contest.ts'
import { ServerProcess } from './processes/server-process.ts'
import { list } from './scenarios/list.ts'
import type { Surroundings } from './surroundings.ts'

const TRIES_EVERY_MS = 2
/** Time in milliseconds for a process to release unused memory. */
const SETTLES_WITHIN_MS = 10_000

export interface StartMeasurement {
  readonly server: ContenderName
  /** Milliseconds from the start of the process to its first response, for every start after the first. */
  readonly firstAnswers: readonly number[]
  /** The same for the first start, without a compile cache. */
  readonly veryFirst: number
  /** Resident memory after the start, and after a burst of requests, in bytes. */
  readonly idle: number
  readonly afterBurst: number
}

export async function measureStart(
  server: ContenderName,
  { rounds, seconds }: BenchOptions,
  surroundings: Surroundings,
): Promise<StartMeasurement> {
  const own = join(surroundings.folder, 'start', server)
  await mkdir(own, { recursive: true })
  await cp(join(surroundings.folder, 'seeded', server), own, { recursive: true })
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { process, milliseconds } = await startTimed(server, own, surroundings)
    times.push(milliseconds)
    await process.stop()
  }
  const [veryFirst = Number.NaN, ...firstAnswers] = times
  const { process } = await startTimed(server, own, surroundings)
  const generator = await startGenerator(surroundings)
  try {
    await sleep(SETTLES_WITHIN_MS)
    const idle = process.usage().memory
    const plan: LoadPlan = {
      scenario: list.name,
      port: process.port,
      seconds: seconds * 2,
      connections: CONNECTIONS,
      firstNumber: 0,
    }
    await generator.ask(plan)
    await sleep(SETTLES_WITHIN_MS)
    return { server, firstAnswers, veryFirst, idle, afterBurst: process.usage().memory }
  } finally {
    await Promise.all([process.stop(), generator.stop()])
  }
}

async function startTimed(server: ContenderName, own: string, { folder, contenders }: Surroundings) {
  const startedAt = performance.now()
  // Not pinned: a starting service may use all cores.
  const process = await ServerProcess.spawn({
    command: (port) => contenders[server].command(own, port),
    pin: [],
    logFile: join(own, 'server.log'),
    env: { NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
  })
  const { path } = list.request(0)
  while (!(await isAnswered(process.port, path))) {
    process.expectRunning()
    await sleep(TRIES_EVERY_MS)
  }
  return { process, milliseconds: performance.now() - startedAt }
}

function isAnswered(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === list.status))
    }).on('error', () => resolve(false))
  })
}
