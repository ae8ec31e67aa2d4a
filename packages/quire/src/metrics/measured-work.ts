import type { HistogramSeries, Metrics, Watch, WatchedWork } from '@quirecms/core'
import { HOOK_NAMES } from '@quirecms/core'
import type { ManifestNames } from './manifest-names.ts'

const VIA = ['http', 'local']
const CLASSES = ['read', 'write', 'slow']

/** Records the duration of each piece of work, unless it is part of another's. */
export function measuring(metrics: Metrics, names: ManifestNames): Watch {
  const histogramOf = histogramsOf(metrics, names)
  return (what, work) => (PARTS.has(what.kind) ? work() : measured(what, work, histogramOf))
}

const PARTS: ReadonlySet<WatchedWork['kind']> = new Set(['rule', 'job', 'storage'])

/** Returns the promise of the work itself, so that measuring adds no delay. */
function measured<T>(what: WatchedWork, work: () => Promise<T>, histogramOf: HistogramOf): Promise<T> {
  const startedAt = performance.now()
  const done = work()
  // Only now it is known whether a statement ran in a reader.
  const note = () => histogramOf(what)?.observe((performance.now() - startedAt) / 1_000)
  done.then(note, note)
  return done
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
    help: 'Seconds that statements took, including failed ones. Slow statements run in processes of their own.',
    labels: { kind: CLASSES },
  })
  const statements = new Map(CLASSES.map((kind) => [kind, statement.of({ kind })]))
  const ofOperations = (via: string) => remembering((entity, name) => operation.of({ entity, operation: name, via }))
  const operationSeries = { http: ofOperations('http'), local: ofOperations('local') }
  const hookSeries = remembering((entity, name) => hook.of({ entity, hook: name }))
  return (what) => {
    switch (what.kind) {
      case 'operation':
        return operationSeries[what.via](what.entity, what.operation)
      case 'hook':
        return hookSeries(what.entity, what.hook)
      case 'sql':
        return statements.get(what.class)
      case 'rule':
      case 'job':
      case 'storage':
        return undefined
    }
  }
}

/** Caches series by labels: looking up every label for each request would cost more than counting. */
function remembering<Series>(find: (entity: string, name: string) => Series): (entity: string, name: string) => Series {
  const known = new Map<string, Map<string, Series>>()
  return (entity, name) => {
    let ofEntity = known.get(entity)
    if (!ofEntity) {
      ofEntity = new Map<string, Series>()
      known.set(entity, ofEntity)
    }
    let series = ofEntity.get(name)
    if (series === undefined) {
      series = find(entity, name)
      ofEntity.set(name, series)
    }
    return series
  }
}
