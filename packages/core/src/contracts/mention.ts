import type { ValueProblem } from './errors.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** Finds documents that a value mentions. */
export interface Mentions {
  /** Allowed collections; null for all collections without users. */
  collections(options: object): readonly string[] | null
  /** All mentions in a value, in order. */
  in(value: JsonValue): readonly Mention[]
  /** Checks a mentioned document by its stored content; `path` is relative to the value. */
  check(mention: Mention, content: JsonObject): ValueProblem | null
  /** The value without mentions of a document. */
  without(value: JsonValue, target: { readonly collection: string; readonly id: string }): JsonValue
}

/** A mention of a document inside of a value: `{ relationTo, value }` among other members. */
export interface Mention {
  readonly collection: string
  readonly id: string
  /** The object that contains the mention. */
  readonly holder: JsonObject
  /** Path relative to the value: `content.3.attrs`. */
  readonly path: string
  /** Whether it shows a picture: reads then add its URL as `src`. */
  readonly isPicture: boolean
}
