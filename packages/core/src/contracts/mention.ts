import type { ValueProblem } from './errors.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** How the documents are found that a value names inside. */
export interface Mentions {
  /** The collections that they may be of; null for every collection without users. */
  collections(options: object): readonly string[] | null
  /** All of them in one value, in their order. */
  in(value: JsonValue): readonly Mention[]
  /** Checks a mentioned document by its stored content; `path` is relative to the value. */
  check(mention: Mention, content: JsonObject): ValueProblem | null
  /** The value without any mention of a document. */
  without(value: JsonValue, target: { readonly collection: string; readonly id: string }): JsonValue
}

/** A document that is named inside a value: `{ relationTo, value }` among other members. */
export interface Mention {
  readonly collection: string
  readonly id: string
  /** The object in the value that names it. */
  readonly holder: JsonObject
  /** Path relative to the value: `content.3.attrs`. */
  readonly path: string
  /** Whether its file is shown: then `src` says where that is, whenever it is read. */
  readonly isPicture: boolean
}
