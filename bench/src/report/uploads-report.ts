import type { UploadMeasurement } from '../uploads/measure-uploads.ts'
import { median } from './median.ts'
import { quantile } from './quantile.ts'
import { tableText } from './table.ts'

/** Reports throughput and memory of a large file, and the latency of reads beside many uploads. */
export function uploadsTables(measured: UploadMeasurement): string {
  const { size, upload, download, idleMemory, highestMemory, reads } = measured
  const moved = [
    ['upload', megabytes(size), (size / 1024 / 1024 / upload).toFixed(0)],
    ['download', megabytes(size), (size / 1024 / 1024 / download).toFixed(0)],
  ]
  const felt = reads.map(({ beside, times, stored }) => [
    beside,
    times.length.toFixed(0),
    median(times).toFixed(1),
    quantile(times, 0.99).toFixed(1),
    Math.max(...times).toFixed(1),
    stored.toFixed(0),
  ])
  return [
    tableText(['one file', 'MB', 'MB/s'], moved, 1),
    `${megabytes(idleMemory)} MB of memory before, at most ${megabytes(highestMemory)} MB meanwhile`,
    tableText(['reads by id beside', 'reads', 'p50 ms', 'p99 ms', 'highest', 'pictures stored'], felt, 1),
  ].join('\n\n')
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
