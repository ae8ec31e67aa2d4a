/** A piece of work of the engine that is worth knowing about. No ids, no values: names of the configuration, and the shape of statements. */
export type WatchedWork =
  | { readonly kind: 'operation'; readonly operation: string; readonly entity: string; readonly via: 'http' | 'local' }
  | { readonly kind: 'rule'; readonly rule: string; readonly entity: string }
  | { readonly kind: 'hook'; readonly hook: string; readonly entity: string }
  | { readonly kind: 'job'; readonly job: string; readonly entity: string }
  | { readonly kind: 'storage'; readonly action: string }
  | StatementWork

/** One statement. What runs it may find out that it takes long, and says so. */
export interface StatementWork {
  readonly kind: 'sql'
  class: 'read' | 'write' | 'slow'
  /** Its text, in which every value is a placeholder. */
  readonly text: string
}

/** The trace that work belongs to, for what is done later, or by others. */
export interface Trace {
  /** Trace headers for a request to another service. */
  outgoing(): Record<string, string>
  /** Runs work as a part of the trace that such headers name. */
  continue<T>(headers: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T>
}

/** Runs work, and notes how long it took and how it ended: in histograms, in spans, or both. */
export type Watch = <T>(what: WatchedWork, work: () => Promise<T>) => Promise<T>
