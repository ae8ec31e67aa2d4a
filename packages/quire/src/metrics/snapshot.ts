/** All numbers of a process at one moment, as they go from one process to another. */
export type Snapshot = readonly MetricSnapshot[]

export interface MetricSnapshot {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** What several processes say together. */
  readonly over: 'sum' | 'max'
  /** The names of the labels, in the order of the values of each series. */
  readonly labels: readonly string[]
  /** Of a histogram: the upper bounds. */
  readonly buckets: readonly number[]
  readonly series: readonly SeriesSnapshot[]
}

export interface SeriesSnapshot {
  readonly values: readonly string[]
  /** One number; of a histogram, the sum, and then how many were in each bucket, with those beyond the last bound at the end. */
  readonly numbers: readonly number[]
}

/** What several processes say together: counters and histograms are added up, gauges as each of them says. */
export function merge(snapshots: readonly Snapshot[]): Snapshot {
  const metrics = new Map<string, { metric: MetricSnapshot; series: Map<string, SeriesSnapshot> }>()
  for (const metric of snapshots.flat()) {
    const merged = metrics.get(metric.name) ?? { metric, series: new Map<string, SeriesSnapshot>() }
    metrics.set(metric.name, merged)
    for (const one of metric.series) {
      const key = JSON.stringify(one.values)
      const before = merged.series.get(key)
      merged.series.set(key, before ? together(before, one, metric.over) : one)
    }
  }
  return [...metrics.values()].map(({ metric, series }) => ({ ...metric, series: [...series.values()] }))
}

function together(one: SeriesSnapshot, other: SeriesSnapshot, over: 'sum' | 'max'): SeriesSnapshot {
  const both = (a: number, b: number) => (over === 'max' ? Math.max(a, b) : a + b)
  return { values: one.values, numbers: one.numbers.map((number, index) => both(number, other.numbers[index] ?? 0)) }
}

/** What stays true of a process that has ended: what it has counted. */
export function counted(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ kind }) => kind !== 'gauge')
}
