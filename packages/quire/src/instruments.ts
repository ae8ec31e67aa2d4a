import {
  type Call,
  type CounterSeries,
  type Manifest,
  type Metrics,
  NO_METRICS,
  type QuireConfig,
  type Watch,
} from '@quirecms/core'
import { TRANSACTION_OUTCOMES } from '@quirecms/sql'
import { ExposedMetrics, metricsConfigOf } from './metrics/metrics-config.ts'
import { namesIn } from './metrics/manifest-names.ts'
import { openTracing, type Tracing } from './tracing/open-tracing.ts'

export interface Instruments {
  readonly metrics: Metrics
  readonly exposed: ExposedMetrics | undefined
  readonly tracing: Tracing | undefined
  readonly watch: Watch | undefined
  readonly onTransaction: ((outcome: string) => void) | undefined
  close(): void
}

export async function openInstruments(config: QuireConfig, manifest: Manifest<Call>): Promise<Instruments> {
  const tracing = await openTracing()
  const wanted = metricsConfigOf(config)
  if (!wanted) {
    const watch: Watch | undefined = tracing && ((what, work) => tracing.around(what, work))
    return { metrics: NO_METRICS, exposed: undefined, tracing, watch, onTransaction: undefined, close() {} }
  }
  const { measureProcess, measuring, Recorder } = await import('./metrics/measuring.ts')
  const metrics = new Recorder()
  const measured = measuring(metrics, namesIn(manifest))
  const transactions = metrics.counter({
    name: 'transactions_total',
    help: 'Transactions, by outcome. Refused writes are rolled back.',
    labels: { outcome: TRANSACTION_OUTCOMES },
  })
  const byOutcome = new Map<string, CounterSeries>(
    TRANSACTION_OUTCOMES.map((outcome) => [outcome, transactions.of({ outcome })]),
  )
  return {
    metrics,
    exposed: new ExposedMetrics(wanted, metrics),
    tracing,
    watch: tracing ? (what, work) => tracing.around(what, () => measured(what, work)) : measured,
    onTransaction: (outcome) => byOutcome.get(outcome)?.add(),
    close: measureProcess(metrics, config.database?.dialect ?? 'sqlite'),
  }
}
