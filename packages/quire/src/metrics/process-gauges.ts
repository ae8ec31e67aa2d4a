import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import type { Metrics } from '@quirecms/core'
import { VERSION } from '../version.ts'

/** Sampling resolution in milliseconds, also the measured delay of an idle process. */
const RESOLUTION = 20

/** Window of the maximum delay. */
const WINDOW_MS = 60_000

const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
}

/** Metrics of the process: event loop delay, memory, uptime. Returns the function that stops them. */
export function measureProcess(metrics: Metrics, database: string): () => void {
  const stopDelay = measureDelay(metrics)
  const stopGc = measureGc(metrics)
  metrics.readGauge({
    name: 'heap_bytes',
    help: 'Memory of the process: used heap, total heap, and resident set.',
    labels: { kind: ['used', 'total', 'resident'] },
    read: () => {
      const { heapUsed, heapTotal, rss } = process.memoryUsage()
      return [
        { labels: { kind: 'used' }, value: heapUsed },
        { labels: { kind: 'total' }, value: heapTotal },
        { labels: { kind: 'resident' }, value: rss },
      ]
    },
  })
  metrics.readGauge({
    name: 'uptime_seconds',
    help: 'Seconds since the process started; with several processes, the oldest.',
    over: 'max',
    read: () => [{ labels: {}, value: process.uptime() }],
  })
  const labels = { version: VERSION, node: process.versions.node, database }
  metrics.readGauge({
    name: 'build_info',
    help: 'Versions of Quire and Node; always 1.',
    over: 'max',
    labels: { version: [labels.version], node: [labels.node], database: [labels.database] },
    read: () => [{ labels, value: 1 }],
  })
  return () => {
    stopDelay()
    stopGc()
  }
}

function measureDelay(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  let since = performance.now()
  metrics.readGauge({
    name: 'event_loop_delay_seconds',
    help: 'Delay of the event loop in the last minute or less; with several processes, the largest.',
    over: 'max',
    labels: { percentile: ['50', '99'] },
    read: () => {
      const seconds = (percentile: number) => Math.max(0, delay.percentile(percentile) / 1e9 - RESOLUTION / 1e3)
      const readings = [
        { labels: { percentile: '50' }, value: seconds(50) },
        { labels: { percentile: '99' }, value: seconds(99) },
      ]
      if (performance.now() - since > WINDOW_MS) {
        delay.reset()
        since = performance.now()
      }
      return readings
    },
  })
  return () => delay.disable()
}

function measureGc(metrics: Metrics): () => void {
  const labels = { kind: [...Object.values(GC_KINDS), 'other'] }
  const help = 'Seconds that the process paused for garbage collection.'
  const pauses = metrics.histogram({ name: 'gc_seconds', help, labels })
  // Create all series at start.
  for (const kind of labels.kind) pauses.of({ kind })
  const observer = new PerformanceObserver((list) => {
    // The declared type of entries lacks `detail`.
    for (const { duration, detail } of list.getEntries() as (PerformanceEntry & { detail?: { kind?: number } })[]) {
      const kind = GC_KINDS[detail?.kind ?? -1] ?? 'other'
      pauses.of({ kind }).observe(duration / 1_000)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}
