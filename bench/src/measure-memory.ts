import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan, LoadResult } from './load/run-load.ts'
import { CONNECTIONS, startGenerator } from './measure-contest.ts'
import { ServerProcess } from './processes/server-process.ts'
import type { Surroundings } from './surroundings.ts'

const MINUTES = 60
/** The load is at full speed for this part of the time, so that an hour of it leaves the machine usable. */
const BURST_SECONDS = 0.4
const PAUSE_MS = 1600

export interface MemoryMeasurement {
  readonly requests: number
  /** Resident bytes of the service and its processes: after the start, and after each minute. */
  readonly minutes: readonly number[]
}

/** What an hour of the mixed workload leaves in memory. */
export async function measureMemory(isQuick: boolean, surroundings: Surroundings): Promise<MemoryMeasurement> {
  const { contenders, folder, pinning } = surroundings
  const own = join(folder, 'memory')
  await mkdir(own, { recursive: true })
  await cp(join(folder, 'seeded', 'quire'), own, { recursive: true })
  const command = (port: number) => contenders.quire.command(own, port)
  const generator = await startGenerator(surroundings)
  const server = await ServerProcess.spawn({ command, pin: pinning.server, logFile: join(own, 'server.log') })
  try {
    await server.ready()
    const authorization = await contenders.quire.signIn?.(server.port)
    const minutes = [server.usage().memory]
    let firstNumber = 0
    while (minutes.length <= (isQuick ? 1 : MINUTES)) {
      const end = performance.now() + (isQuick ? 2000 : 60_000)
      while (performance.now() < end) {
        const plan: LoadPlan = {
          scenario: 'mixed',
          port: server.port,
          seconds: BURST_SECONDS,
          connections: CONNECTIONS,
          firstNumber,
          authorization,
        }
        firstNumber = (await generator.ask<LoadResult>(plan)).nextNumber
        await sleep(PAUSE_MS)
      }
      minutes.push(server.usage().memory)
    }
    return { requests: firstNumber, minutes }
  } finally {
    await Promise.all([generator.stop(), server.stop()])
  }
}

export function memoryLine({ requests, minutes }: MemoryMeasurement): string {
  const every = minutes.flatMap((bytes, minute) => (minute % 10 === 0 ? [`${minute} min ${toMegabytes(bytes)}`] : []))
  const most = toMegabytes(Math.max(...minutes))
  return `memory: ${requests} requests of the mixed workload; MB after ${every.join(', ')}; at most ${most}`
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
