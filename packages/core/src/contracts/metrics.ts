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

export const NO_METRICS: Metrics = {
  isOn: false,
  counter: () => NOTHING,
  gauge: () => NOTHING,
  histogram: () => NOTHING,
  readGauge() {},
  for: () => NO_METRICS,
}

/**
 * A piece of work for metrics and traces. Contains names of the configuration and statement shapes, no ids or values.
 */
export type WatchedWork =
  | { readonly kind: 'operation'; readonly operation: string; readonly entity: string; readonly via: 'http' | 'local' }
  | { readonly kind: 'rule'; readonly rule: string; readonly entity: string }
  | { readonly kind: 'hook'; readonly hook: string; readonly entity: string }
  | { readonly kind: 'job'; readonly job: string; readonly entity: string }
  | { readonly kind: 'storage'; readonly action: string }
  | StatementWork

/** A statement. Its runner may mark it as slow. */
export interface StatementWork {
  readonly kind: 'sql'
  class: 'read' | 'write' | 'slow'
  /** SQL text with placeholders for all values. */
  readonly text: string
}

/** The trace of work that is done later or by others. */
export interface Trace {
  /** Trace headers for a request to another service. */
  outgoing(): Record<string, string>
  /** Runs work in the trace of these headers. */
  continue<T>(headers: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T>
}

/** Runs work and records its duration and outcome in histograms, spans, or both. */
export type Watch = <T>(what: WatchedWork, work: () => Promise<T>) => Promise<T>
