/** The values that each label can have. Any other value is counted as `other`, so that no client can make up series. */
export type LabelLists = Readonly<Record<string, readonly string[]>>

export type LabelValues<Lists extends LabelLists> = { readonly [Label in keyof Lists]: string }

export interface MetricDefinition<Lists extends LabelLists = LabelLists> {
  /** In small letters, digits and underscores. That of a counter ends in `_total`. */
  readonly name: string
  /** One sentence of help for readers of the metrics. */
  readonly help: string
  readonly labels?: Lists
}

export interface HistogramDefinition<Lists extends LabelLists = LabelLists> extends MetricDefinition<Lists> {
  /** The upper bounds, rising; seconds from 1 ms to 10 s by default. */
  readonly buckets?: readonly number[]
}

export interface GaugeDefinition<Lists extends LabelLists = LabelLists> extends MetricDefinition<Lists> {
  /** What several processes say together: `sum` by default; `max` for what they all see alike, such as the age of a job. */
  readonly over?: 'sum' | 'max'
}

export interface ReadGaugeDefinition<Lists extends LabelLists = LabelLists> extends GaugeDefinition<Lists> {
  /** All processes would report the same value, because it comes from the database: only one reports it. */
  readonly isShared?: boolean
  /**
   * Called when the metrics are scraped, at most once a second. It must be cheap, however much is stored. If it
   * rejects, or takes longer than two seconds, the gauge is left out.
   */
  readonly read: () => readonly GaugeReading<Lists>[] | Promise<readonly GaugeReading<Lists>[]>
}

export interface GaugeReading<Lists extends LabelLists = LabelLists> {
  readonly labels: LabelValues<Lists>
  readonly value: number
}

export interface CounterSeries {
  /** 1 by default; never less than 0. */
  add(by?: number): void
}

export interface GaugeSeries {
  set(value: number): void
  /** 1 by default. */
  add(by?: number): void
}

export interface HistogramSeries {
  observe(value: number): void
}

/** A metric whose series are told apart by labels. Keep what `of` returns where every microsecond counts. */
export interface Labelled<Series, Lists extends LabelLists> {
  of(labels: LabelValues<Lists>): Series
}

/**
 * Registry of the application's metrics. Requesting a metric again returns the existing one. If metrics are off, all
 * methods do nothing, so callers need not check `isOn`.
 */
export interface Metrics {
  readonly isOn: boolean
  counter<const Lists extends LabelLists>(definition: MetricDefinition<Lists>): Labelled<CounterSeries, Lists>
  gauge<const Lists extends LabelLists>(definition: GaugeDefinition<Lists>): Labelled<GaugeSeries, Lists>
  histogram<const Lists extends LabelLists>(definition: HistogramDefinition<Lists>): Labelled<HistogramSeries, Lists>
  /** A gauge that is read on each scrape. */
  readGauge<const Lists extends LabelLists>(definition: ReadGaugeDefinition<Lists>): void
  /** The metrics of a plugin: its key prefixes each name. */
  for(key: string): Metrics
}

interface Nothing extends CounterSeries, GaugeSeries, HistogramSeries {
  of(): Nothing
}

const NOTHING: Nothing = { add() {}, set() {}, observe() {}, of: () => NOTHING }

/** Records nothing, and costs nothing. */
export const NO_METRICS: Metrics = {
  isOn: false,
  counter: () => NOTHING,
  gauge: () => NOTHING,
  histogram: () => NOTHING,
  readGauge() {},
  for: () => NO_METRICS,
}
