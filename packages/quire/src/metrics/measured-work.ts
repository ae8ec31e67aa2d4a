import type { HistogramSeries, Metrics, WatchedWork } from '@quire/core'
import { HOOK_NAMES } from '@quire/core'
import type { ManifestNames } from './manifest-names.ts'

const VIA = ['http', 'local']
const CLASSES = ['read', 'write', 'slow']

/** The histogram that a piece of work belongs to; undefined where its time is part of another's. */
export function histogramsOf(
  metrics: Metrics,
  names: ManifestNames,
): (what: WatchedWork) => HistogramSeries | undefined {
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
  return (what) => {
    switch (what.kind) {
      case 'operation':
        return operation.of(what)
      case 'hook':
        return hook.of(what)
      case 'sql':
        return statements.get(what.class)
      case 'rule':
      case 'job':
      case 'storage':
        return undefined
    }
  }
}
