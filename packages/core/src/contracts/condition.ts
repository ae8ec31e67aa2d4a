import type { JsonValue } from './json.ts'

/**
 * Describes how to read a part of a value, such as the lightness of a colour (`FieldType.parts`), as data: both
 * databases and the evaluator in memory get the same result. A value of another type has no part, which counts as null.
 */
export type PartReading = TextReading | NumberReading

export type TextReading =
  | { readonly gives: 'text'; readonly kind: 'value' }
  | { readonly gives: 'text'; readonly kind: 'member'; readonly name: string }
  /** Some characters (code points) of a text. */
  | {
      readonly gives: 'text'
      readonly kind: 'slice'
      readonly of: TextReading
      readonly start: number
      readonly length: number
    }

export type NumberReading =
  | { readonly gives: 'number'; readonly kind: 'value' }
  | { readonly gives: 'number'; readonly kind: 'member'; readonly name: string }
  /** Position of a text in another, fixed one: 0 at its beginning, -1 if absent. */
  | { readonly gives: 'number'; readonly kind: 'position'; readonly of: TextReading; readonly in: string }
  | { readonly gives: 'number'; readonly kind: 'scaled'; readonly of: NumberReading; readonly by: number }
  | { readonly gives: 'number'; readonly kind: 'sum'; readonly of: readonly NumberReading[] }

/**
 * Numbers beyond this, or closer to 0 than its inverse, are not read: PostgreSQL fails on overflow, where others return
 * infinity or 0.
 */
export const LARGEST_READ = 1e100

/**
 * A query in resolved form. `query/` makes it from `where` and `sort`; storage compiles it, and the in-memory evaluator
 * runs it. Paths are already resolved against the manifest and values are already checked, so code that reads a
 * condition needs neither the manifest nor a check. A `scope` in a path is a condition, too: the one of the source that
 * the path leads into, not the scope of an API key (`Caller.scopes`).
 */
export type Condition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | Comparison
  | SomeRow
  | SearchedWords

/**
 * Holds if some value at the path passes the test. A path through rows or elements can find many values. If it finds
 * none, it counts as finding a single null (docs/contract/querying.md#null).
 */
export interface Comparison {
  readonly kind: 'compare'
  readonly path: Path
  readonly test: Test
}

/**
 * Holds if one row at these steps (of an array or block type, or a document behind a relationship or join) meets the
 * whole condition, whose paths start at that row. False without rows.
 */
export interface SomeRow {
  readonly kind: 'some'
  readonly steps: readonly PathStep[]
  readonly of: Condition
}

/**
 * Holds if the document has all of these words, or words that begin with them, in this locale. Only storage can
 * evaluate it.
 */
export interface SearchedWords {
  readonly kind: 'search'
  /** '' without localization. */
  readonly locale: string
  /** Result of `wordsToSearch`; an empty list matches no document. */
  readonly words: readonly string[]
}

/** The query language's negated operators become `not` around one of these, so that they are exact complements. */
export type Test =
  | { readonly op: 'is_null' }
  | { readonly op: 'is_set' }
  | { readonly op: 'equals'; readonly value: Scalar }
  | { readonly op: 'in'; readonly values: readonly Scalar[] }
  /** Each of these values equals some value at the path. They all have the same type. */
  | { readonly op: 'all'; readonly values: readonly Scalar[] }
  | { readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: string | number }
  /** Case-insensitive; every word must occur. */
  | { readonly op: 'like'; readonly words: readonly string[] }
  | { readonly op: 'contains' | 'starts_with' | 'ends_with'; readonly value: string }
  /** Compares the whole list, in order. Only for a path that ends in a list, without an `elements` step. */
  | { readonly op: 'list_equals'; readonly value: readonly JsonValue[] }
  | { readonly op: 'near'; readonly lng: number; readonly lat: number; readonly max: number; readonly min: number }
  /** Rings of [lng, lat]: the outer one, then holes. A point on the border is within. */
  | { readonly op: 'within'; readonly rings: readonly (readonly (readonly [number, number])[])[] }

export type Scalar = string | number | boolean

/**
 * How a value is read from the stored JSON to compare, sort or index it. Dates are `text`: they are stored as ISO 8601
 * in UTC with milliseconds, so text order is time order. `json` compares scalars of the same type; anything else never
 * matches. `pair` is a polymorphic reference, `{ relationTo, value }`, compared as the text `relationTo/value` (slugs
 * never contain a slash).
 */
export type StoredAs = 'text' | 'number' | 'boolean' | 'point' | 'json' | 'pair'

export interface Path {
  readonly steps: readonly PathStep[]
  readonly storedAs: StoredAs
}

export type PathStep =
  /** A column of the current document: `id`, `revision`, a timestamp, or one that a feature adds. Always last. */
  | { readonly kind: 'column'; readonly name: string }
  /** A key of the current object (at first, the stored document). */
  | { readonly kind: 'key'; readonly name: string }
  /** The current object maps locales to values: takes the first of these that is present and not null. */
  | { readonly kind: 'locale'; readonly chain: readonly string[] }
  | { readonly kind: 'rows' }
  /** Each row of the current array with one of these `blockType`s. */
  | { readonly kind: 'blocks'; readonly blocks: readonly string[] }
  /** Each element of the current list of scalars or pairs. */
  | { readonly kind: 'elements' }
  /** A part of the value, as its field type describes. Always last. */
  | { readonly kind: 'part'; readonly name: string; readonly reading: PartReading }
  /**
   * Follows the current reference to a document of `table`. The reference is an id or, with `relationTo`, a pair that
   * names that collection. Finds nothing if `scope` doesn't hold for the document.
   */
  | { readonly kind: 'hop'; readonly table: string; readonly relationTo: string | null; readonly scope: Condition }
  /** The document with the same id in another table. Finds nothing if `scope` doesn't hold for it. */
  | { readonly kind: 'twin'; readonly table: string; readonly scope: Condition }
  /**
   * Goes backwards: to each document of `table` within `scope` whose relationship at `path` points to the current
   * document, which is in `collection`.
   */
  | {
      readonly kind: 'inverse'
      readonly table: string
      readonly path: string
      readonly collection: string
      readonly scope: Condition
    }

export interface SortKey {
  /** Never goes through rows or elements, so that each document has exactly one value to sort by. */
  readonly path: Path
  /** Other paths that may hold the value: no document has a value at two of the paths. */
  readonly alternatives?: readonly Path[]
  readonly descending: boolean
}
