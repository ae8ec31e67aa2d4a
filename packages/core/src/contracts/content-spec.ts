import type { JsonObject, JsonValue } from './json.ts'

/** What the documents of a table consist of. Migrations record it, and so can tell what has changed since. */
export interface ContentSpec {
  /** What is recorded of a table whose documents hold nothing but today's fields. */
  readonly form: string
  /** The form of a table of which none is recorded, as tables of earlier releases: what else it holds cannot be known. */
  assumed(): string
  /** What leads from content of the recorded form to that of today, in order. It compares forms and looks at no document. */
  since(recorded: string): readonly ContentStep[]
  /** The `StoredDocument.shape` of this content. */
  shapeOf(content: JsonObject): string
  /** What reads promise of fields today, and documents of the recorded form may not keep. */
  doubtful(recorded: string): readonly DoubtfulValues[]
  /** What of the content names the entity itself. */
  readonly renamed: readonly RenamedContent[]
}

/** Changes content in place where it names the entity by its former slug; says whether it did. */
export type RenamedContent = (content: JsonObject, from: string, to: string) => boolean

/**
 * One change of every document of a table.
 * - `move`: a field or block has another name from now on;
 * - `convert`: its values have another form;
 * - `note`: nothing changes in documents, but today's fields are not recorded yet;
 * - `drop`: values that no field is for any more go.
 */
export interface ContentStep {
  readonly kind: 'move' | 'convert' | 'note' | 'drop'
  /** `rename field posts.title to headline`, `drop field posts.title`. */
  readonly description: string
  /** Recorded once the step is done. */
  readonly form: string
  /** Changes content in place; says whether it did. What cannot be changed is refused, and stays as it is. */
  change(content: JsonObject, refuse: RefuseValue): boolean
  /** For people: a dropped field resembles a new one, as after an undeclared rename. */
  readonly hint?: string
  /** How much of this content a `drop` destroys. */
  readonly loss?: ContentLoss
}

export interface ContentLoss {
  count(content: JsonObject): number
  /** The unit of the count: `value`, `row`. */
  readonly of: string
}

/** `why` follows the value: "cannot become a number". */
export type RefuseValue = (value: JsonValue, why: string) => void

/** A field that old documents may have another value in than reads promise, or none. */
export interface DoubtfulValues {
  readonly path: string
  /** The problem in words: it stands between the path and the number of documents. */
  readonly says: string
  /** Whether it may be wrong in drafts, so that only documents that are live must be changed. */
  readonly isForDrafts: boolean
  /** Whether it is wrong in this document. */
  isIn(content: JsonObject): boolean
  /** Recorded once no document has the problem. */
  settled(form: string): string
}
