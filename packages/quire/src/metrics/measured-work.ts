import type { HistogramSeries, Metrics, Watch, WatchedWork } from '@quire/core'
import { HOOK_NAMES } from '@quire/core'
import type { ManifestNames } from './manifest-names.ts'

const VIA = ['http', 'local']
const CLASSES = ['read', 'write', 'slow']

/** Notes how long each piece of work takes, unless its time is part of another's. */
export function measuring(metrics: Metrics, names: ManifestNames): Watch {
  const histogramOf = histogramsOf(metrics, names)
  return (what, work) => (PARTS.has(what.kind) ? work() : measured(what, work, histogramOf))
}

const PARTS: ReadonlySet<WatchedWork['kind']> = new Set(['rule', 'job', 'storage'])

async function measured<T>(what: WatchedWork, work: () => Promise<T>, histogramOf: HistogramOf): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    // Of a statement, it is known only now whether it ran beside the others.
    histogramOf(what)?.observe((performance.now() - startedAt) / 1_000)
  }
}

type HistogramOf = (what: WatchedWork) => HistogramSeries | undefined

function histogramsOf(metrics: Metrics, names: ManifestNames): HistogramOf {
  const { operations, entities } = names
  const operation = metrics.histogram({
    name: 'operation_duration_seconds',
    help: 'Seconds that operations took in the engine, also those that hooks and jobs call.',
    labels: { operation: operations, entity: entities, via: VIA },
  })
  const hook = metrics.histogram({
    name: 'hook_seconds',
    help: 'Seconds that each hook of the application took.',
    labels: { entity: entities, hook: HOOK_NAMES },
  })
  const statement = metrics.histogram({
    name: 'db_seconds',
    help: 'Seconds that statements took, those that failed included. Slow ones run beside the others.',
    labels: { kind: CLASSES },
  })
  const statements = new Map(CLASSES.map((kind) => [kind, statement.of({ kind })]))
  // Every request asks for one of them: to look all of its labels up in their lists takes longer than to count.
  const known = new Map<string, HistogramSeries>()
  const remembered = (key: string, find: () => HistogramSeries) => {
    let series = known.get(key)
    if (!series) {
      series = find()
      known.set(key, series)
    }
    return series
  }
  return (what) => {
    switch (what.kind) {
      case 'operation':
        return remembered(`${what.via} ${what.entity} ${what.operation}`, () => operation.of(what))
      case 'hook':
        return remembered(`hook ${what.entity} ${what.hook}`, () => hook.of(what))
      case 'sql':
        return statements.get(what.class)
      case 'rule':
      case 'job':
      case 'storage':
        return undefined
    }
  }
}
