/** All metrics of a process at one time, as sent between processes. */
export type MetricsSnapshot = readonly MetricSnapshot[]

export interface MetricSnapshot {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** How to merge processes. */
  readonly over: 'sum' | 'max'
  /** Label names, in the order of the values of each series. */
  readonly labels: readonly string[]
  /** Upper bounds of a histogram. */
  readonly buckets: readonly number[]
  readonly series: readonly SeriesSnapshot[]
}

export interface SeriesSnapshot {
  readonly values: readonly string[]
  /** One number; for a histogram the sum, then the count of each bucket, including the last one without a bound. */
  readonly numbers: readonly number[]
}

/** Merges processes: adds counters and histograms, and merges gauges as they declare. */
export function merge(snapshots: readonly MetricsSnapshot[]): MetricsSnapshot {
  const metrics = new Map<string, { metric: MetricSnapshot; series: Map<string, SeriesSnapshot> }>()
  for (const metric of snapshots.flat()) {
    const merged = metrics.get(metric.name) ?? { metric, series: new Map<string, SeriesSnapshot>() }
    metrics.set(metric.name, merged)
    for (const one of metric.series) {
      const key = JSON.stringify(one.values)
      const before = merged.series.get(key)
      merged.series.set(key, before ? mergeSeries(before, one, metric.over) : one)
    }
  }
  return [...metrics.values()].map(({ metric, series }) => ({ ...metric, series: [...series.values()] }))
}

function mergeSeries(one: SeriesSnapshot, other: SeriesSnapshot, over: 'sum' | 'max'): SeriesSnapshot {
  const both = (a: number, b: number) => (over === 'max' ? Math.max(a, b) : a + b)
  return { values: one.values, numbers: one.numbers.map((number, index) => both(number, other.numbers[index] ?? 0)) }
}

/** The part of a snapshot that remains valid after its process ended: counters and histograms. */
export function counted(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.filter(({ kind }) => kind !== 'gauge')
}
