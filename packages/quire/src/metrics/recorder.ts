import type {
  CounterSeries,
  GaugeDefinition,
  GaugeSeries,
  HistogramDefinition,
  HistogramSeries,
  Labelled,
  LabelLists,
  LabelValues,
  MetricDefinition,
  Metrics,
  ReadGaugeDefinition,
} from '@quirecms/core'
import { type LabelSets, setsOf, valuesIn } from './label-values.ts'
import { ReadGauge } from './read-gauge.ts'
import type { MetricSnapshot, SeriesSnapshot, MetricsSnapshot } from './snapshot.ts'

/** Histogram buckets in seconds: from a fast list to longer than any client waits. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

const NAME = /^[a-z][a-z0-9_]{0,99}$/

type Kind = MetricSnapshot['kind']

/** Metrics of one process. Series are created on first use, with label values known at start. */
export class Recorder implements Metrics {
  readonly isOn = true
  readonly #prefix: string
  readonly #metrics: Map<string, Metric | ReadGauge>

  constructor(prefix = 'quire_', metrics: Map<string, Metric | ReadGauge> = new Map()) {
    this.#prefix = prefix
    this.#metrics = metrics
  }

  for(key: string): Metrics {
    return new Recorder(`${this.#prefix}${key.replaceAll('-', '_')}_`, this.#metrics)
  }

  counter<const Lists extends LabelLists>(definition: MetricDefinition<Lists>): Labelled<CounterSeries, Lists> {
    if (!definition.name.endsWith('_total'))
      throw new Error(`the name of the counter "${definition.name}" must end in _total`)
    return this.#metric('counter', definition)
  }

  gauge<const Lists extends LabelLists>(definition: GaugeDefinition<Lists>): Labelled<GaugeSeries, Lists> {
    return this.#metric('gauge', definition)
  }

  histogram<const Lists extends LabelLists>(definition: HistogramDefinition<Lists>): Labelled<HistogramSeries, Lists> {
    return this.#metric('histogram', definition)
  }

  readGauge<const Lists extends LabelLists>(definition: ReadGaugeDefinition<Lists>): void {
    const name = this.#fullName(definition)
    if (this.#metrics.has(name)) throw new Error(`there are two metrics "${name}"`)
    this.#metrics.set(name, new ReadGauge(name, definition))
  }

  /** `shared` includes gauges that all processes would read alike. */
  async snapshot(shared = true): Promise<MetricsSnapshot> {
    const read = [...this.#metrics.values()].map(async (metric) =>
      metric instanceof Metric ? metric.snapshot() : metric.snapshot(shared),
    )
    return (await Promise.all(read)).filter(({ series }) => series.length > 0)
  }

  #metric(kind: Kind, definition: HistogramDefinition & GaugeDefinition): Metric {
    const name = this.#fullName(definition)
    const known = this.#metrics.get(name)
    if (known instanceof Metric && known.kind === kind) return known
    if (known) throw new Error(`there are two metrics "${name}"`)
    const metric = new Metric(kind, name, definition)
    this.#metrics.set(name, metric)
    return metric
  }

  #fullName({ name, labels = {} }: MetricDefinition): string {
    const wrong = [name, ...Object.keys(labels)].find((one) => !NAME.test(one))
    if (wrong !== undefined)
      throw new Error(`"${wrong}" is not a name for a metric or label: use lowercase letters, digits and underscores`)
    return this.#prefix + name
  }
}

class Metric implements Labelled<Series, LabelLists> {
  readonly kind: Kind
  readonly #name: string
  readonly #definition: HistogramDefinition & GaugeDefinition
  readonly #lists: LabelSets
  readonly #buckets: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor(kind: Kind, name: string, definition: HistogramDefinition & GaugeDefinition) {
    this.kind = kind
    this.#name = name
    this.#definition = definition
    this.#lists = setsOf(definition.labels)
    this.#buckets = kind === 'histogram' ? (definition.buckets ?? SECONDS) : []
  }

  of(labels: LabelValues<LabelLists>): Series {
    const values = valuesIn(this.#lists, labels)
    const key = values.join('\n')
    let series = this.#series.get(key)
    if (!series) {
      series = new Series(values, this.#buckets)
      this.#series.set(key, series)
    }
    return series
  }

  snapshot(): MetricSnapshot {
    const { help, over = 'sum' } = this.#definition
    return {
      name: this.#name,
      help,
      kind: this.kind,
      over,
      labels: this.#lists.map(([label]) => label),
      buckets: this.#buckets,
      series: [...this.#series.values()].map((one) => one.snapshot()),
    }
  }
}

class Series implements CounterSeries, GaugeSeries, HistogramSeries {
  readonly #values: readonly string[]
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  /** The value; for a histogram, the sum. */
  #number = 0

  constructor(values: readonly string[], bounds: readonly number[]) {
    this.#values = values
    this.#bounds = bounds
    this.#counts = bounds.length > 0 ? Array.from({ length: bounds.length + 1 }, () => 0) : []
  }

  add(by = 1): void {
    this.#number += by
  }

  set(value: number): void {
    this.#number = value
  }

  observe(value: number): void {
    this.#number += value
    let at = 0
    while (at < this.#bounds.length && value > (this.#bounds[at] as number)) at += 1
    this.#counts[at] = (this.#counts[at] as number) + 1
  }

  snapshot(): SeriesSnapshot {
    return { values: this.#values, numbers: [this.#number, ...this.#counts] }
  }
}
