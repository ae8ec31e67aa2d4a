import type { DeepMeasurement } from '../deep/measure-deep.ts'
import { median } from './median.ts'
import { tableText } from './table.ts'

export function deepTable(measured: readonly DeepMeasurement[]): string {
  const rows = measured.map(({ name, aim, times, length, cpu }) => [
    name,
    times.length.toFixed(0),
    (length / 1024 / 1024).toFixed(2),
    median(times).toFixed(1),
    cpu.toFixed(1),
    `≤ ${aim} ${cpu <= aim ? '✓' : '✗'}`,
  ])
  return tableText(['deep', 'answers', 'MiB', 'p50 ms', 'cpu ms', 'aim'], rows, 1)
}
