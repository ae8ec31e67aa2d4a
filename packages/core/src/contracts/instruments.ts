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
