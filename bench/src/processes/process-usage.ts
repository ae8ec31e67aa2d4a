import { readdirSync, readFileSync } from 'node:fs'

/** Resource usage of a server and its child processes, on Linux. NaN on other systems. */
export interface ProcessUsage {
  /** Resident bytes. */
  readonly memory: number
  readonly cpuSeconds: number
  /** How long the main thread was ready to run while another process had its core. */
  readonly waitedSeconds: number
}

export function usageOf(pid: number): ProcessUsage {
  if (process.platform !== 'linux') {
    return { memory: Number.NaN, cpuSeconds: Number.NaN, waitedSeconds: Number.NaN }
  }
  const family = familyOf(pid)
  return {
    memory: sum(family.map(residentBytes)),
    cpuSeconds: sum(family.map(cpuSeconds)),
    waitedSeconds: Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9,
  }
}

function familyOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  })
  return [pid, ...children.flatMap(familyOf)]
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Of all threads, in nanoseconds: `/proc/PID/stat` counts in hundredths of a second, too coarse for short rounds. */
function cpuSeconds(pid: number): number {
  const ran = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return sum(ran) / 1e9
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
