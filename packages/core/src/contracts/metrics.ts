/** Possible values of each label. Others are counted as `other`, so that clients can't create series. */
export type LabelLists = Readonly<Record<string, readonly string[]>>

export type LabelValues<Lists extends LabelLists> = { readonly [Label in keyof Lists]: string }

export interface MetricDefinition<Lists extends LabelLists = LabelLists> {
  /** Lowercase letters, digits and underscores. Counters end in `_total`. */
  readonly name: string
  /** One sentence of help for readers of the metrics. */
  readonly help: string
  readonly labels?: Lists
}

export interface HistogramDefinition<Lists extends LabelLists = LabelLists> extends MetricDefinition<Lists> {
  /** Ascending upper bounds; 1 ms to 10 s in seconds by default. */
  readonly buckets?: readonly number[]
}

export interface GaugeDefinition<Lists extends LabelLists = LabelLists> extends MetricDefinition<Lists> {
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
  /** 1 by default; not negative. */
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

/** A metric with labels. Store the result of `of` on hot paths. */
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

/** Records nothing. */
export const NO_METRICS: Metrics = {
  isOn: false,
  counter: () => NOTHING,
  gauge: () => NOTHING,
  histogram: () => NOTHING,
  readGauge() {},
  for: () => NO_METRICS,
}
