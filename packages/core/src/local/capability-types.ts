/** What a caller may do (contract 7). Use it to show the right controls; each operation still decides for itself. */
export interface Capabilities {
  /** By the names of contract 14; only what is enabled: `{ create: true, update: false }`. */
  operations: Record<string, boolean>
  /** By dotted path, without indexes: `links.label`. */
  fields: Record<string, FieldCapability>
}

export interface FieldCapability {
  read: boolean
  create: boolean
  update: boolean
}

export interface Selection {
  ids: string[]
  totalDocs: number
  /** True if there are more ids than a bulk call takes. */
  truncated: boolean
}
