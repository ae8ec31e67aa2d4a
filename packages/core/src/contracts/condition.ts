import type { JsonValue } from './json.ts'

/**
 * The resolved form of a query: what `query/` makes of `where` and `sort`, what storage compiles and what the in-memory evaluator
 * runs. Paths are resolved against the manifest and values are checked, so whoever reads a condition needs neither.
 */
export type Condition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | Comparison

/**
 * "Some value at the path …". A path through rows or elements finds many values, and where it finds none, the one value null
 * (contract 14, Queries: a missing value is null).
 */
export interface Comparison {
  readonly kind: 'compare'
  readonly path: Path
  readonly test: Test
}

/** The negated operators of the query language are `not` around these, so that complements are exact. */
export type Test =
  | { readonly op: 'is_null' }
  | { readonly op: 'is_set' }
  | { readonly op: 'equals'; readonly value: Scalar }
  | { readonly op: 'in'; readonly values: readonly Scalar[] }
  /** Each of these equals some value at the path. All of one type. */
  | { readonly op: 'all'; readonly values: readonly Scalar[] }
  | { readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: string | number }
  /** Case-insensitive; every word must occur. */
  | { readonly op: 'like'; readonly words: readonly string[] }
  | { readonly op: 'contains' | 'starts_with' | 'ends_with'; readonly value: string }
  /** The whole list, in order; only on a path that ends in a list without its `elements` step. */
  | { readonly op: 'list_equals'; readonly value: readonly JsonValue[] }
  | { readonly op: 'near'; readonly lng: number; readonly lat: number; readonly max: number; readonly min: number }
  /** Rings of [lng, lat]: the outer one, then holes. A point on the border is within. */
  | { readonly op: 'within'; readonly rings: readonly (readonly (readonly [number, number])[])[] }

export type Scalar = string | number | boolean

/**
 * How a value is read from the stored JSON for comparing, sorting and indexing. Dates are `text`: they are stored as ISO 8601 UTC
 * with milliseconds, whose order is that of the instants. `json` compares scalars of the value's own type, others never match.
 * `pair` is a polymorphic reference, `{ relationTo, value }`, compared as the text `relationTo/value` (no slug has a slash).
 */
export type StoredAs = 'text' | 'number' | 'boolean' | 'point' | 'json' | 'pair'

export interface Path {
  readonly steps: readonly PathStep[]
  readonly storedAs: StoredAs
}

export type PathStep =
  /** A column of the document so far: `id`, `revision`, `createdAt`, `updatedAt`, or one that a feature adds. Always last. */
  | { readonly kind: 'column'; readonly name: string }
  /** A key of the object so far (the stored document at first). */
  | { readonly kind: 'key'; readonly name: string }
  /** The object so far maps locales to values: the first of these that is present and not null. */
  | { readonly kind: 'locale'; readonly chain: readonly string[] }
  /** Each row of the array so far. */
  | { readonly kind: 'rows' }
  /** Each row of the array so far whose `blockType` is this. */
  | { readonly kind: 'blocks'; readonly block: string }
  /** Each element of the list of scalars or pairs so far. */
  | { readonly kind: 'elements' }
  /**
   * The document of `table` that the reference so far points to (an id, or with `relationTo` a pair that names it), if `scope` holds
   * for it; else nothing.
   */
  | { readonly kind: 'hop'; readonly table: string; readonly relationTo: string | null; readonly scope: Condition }
  /** Each document of `table` within `scope` whose relationship at `path` points to the document so far, which is in `collection`. */
  | {
      readonly kind: 'inverse'
      readonly table: string
      readonly path: string
      readonly collection: string
      readonly scope: Condition
    }

export interface SortKey {
  /** Never goes through rows or elements: one value a document. */
  readonly path: Path
  readonly descending: boolean
}
