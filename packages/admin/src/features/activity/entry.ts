export interface ActivityEntry {
  readonly id: string
  readonly at: string
  readonly action: string
  /** The slug of a collection, or `global:` and that of a global. */
  readonly entity: string | null
  readonly documentId: string | null
  readonly revision: number | null
  readonly actor: { readonly collection: string; readonly id: string; readonly label: string | null } | null
  readonly via: string
  readonly request: {
    readonly id: string
    readonly address: string | null
    readonly userAgent: string | null
  } | null
  readonly changes: readonly ActivityChange[] | null
  readonly ids: readonly string[] | null
  readonly outcome: 'done' | 'refused'
  readonly code: string | null
}

export interface ActivityChange {
  readonly path: string
  /** Absent if the log, or the right of the reader, covers only paths. */
  readonly from?: unknown
  readonly to?: unknown
}
