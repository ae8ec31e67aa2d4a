import type { HostileMeasurement } from '../hostile/measure-hostile.ts'
import { median } from './median.ts'
import { quantile } from './quantile.ts'
import { tableText } from './table.ts'

const READ_BELOW_MS = 100
const HONEST_BELOW_MS = 100

/** Reports the latency of reads beside hostile queries, and of honest filters. */
export function hostileTables({ reads, honest, memory }: HostileMeasurement): string {
  const felt = reads.map(({ beside, times, first, starved, answered }) => {
    const p99 = quantile(times, 0.99)
    return [
      beside,
      times.length.toFixed(0),
      median(times).toFixed(1),
      p99.toFixed(1),
      Math.max(...times).toFixed(1),
      Math.max(...first).toFixed(1),
      `${(starved * 100).toFixed(0)} %`,
      aim(READ_BELOW_MS, p99),
      answered,
    ]
  })
  const asked = honest.map(({ name, times }) => {
    const highest = Math.max(...times)
    return [name, median(times).toFixed(1), highest.toFixed(1), aim(HONEST_BELOW_MS, median(times))]
  })
  return [
    tableText(
      ['reads by id beside', 'reads', 'p50 ms', 'p99 ms', 'highest', 'first', 'starved', 'aim', 'its answers'],
      felt,
      1,
    ),
    tableText(['honest filter', 'p50 ms', 'highest', 'aim'], asked, 1),
    `${(memory / 1024 / 1024).toFixed(0)} MB after all of it`,
    ...doubts(reads),
  ].join('\n\n')
}

/** Milliseconds; if undisturbed reads take longer, other programs had the cores. */
const UNDISTURBED_MS = 10

function doubts([beside]: HostileMeasurement['reads']): string[] {
  const p99 = quantile(beside?.times ?? [], 0.99)
  if (p99 <= UNDISTURBED_MS) return []
  return [
    `Doubtful: other programs had the cores. A read beside nothing took ${p99.toFixed(0)} ms (p99), so compare with that.`,
  ]
}

function aim(below: number, value: number): string {
  return `< ${below} ${value < below ? '✓' : '✗'}`
}
