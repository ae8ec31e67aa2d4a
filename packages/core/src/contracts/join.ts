import type { Where } from './access.ts'

/** Which documents a join lists: those of `collection` whose relationship `on` points here (docs/contract/documents.md#joins). */
export interface JoinOptions {
  readonly collection: string
  /** The path of the relationship in that collection: `post`, `sections.quote.author`. */
  readonly on: string
  readonly writable?: boolean
  readonly where?: Where
  readonly sort?: string
  readonly limit?: number
}

/** A resolved join with its limit. */
export interface ResolvedJoin extends JoinOptions {
  readonly limit: number
}
