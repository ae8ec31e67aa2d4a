/** What a caller may do. Use it to show the right controls; each operation still decides for itself. */
export interface Capabilities {
  /** By the names of docs/contract/access.md#capabilities; only what is enabled: `{ create: true, update: false }`. */
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
