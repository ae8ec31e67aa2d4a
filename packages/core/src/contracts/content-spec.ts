import type { JsonObject, JsonValue } from './json.ts'

/** Describes the documents of a table. Recorded by migrations, to detect changes. */
export interface ContentSpec {
  /** The recorded form of a table whose documents have only the present fields. */
  readonly form: string
  /** The assumed form of a table without a recorded one, from earlier releases: it may contain unknown content. */
  assumed(): string
  /** The steps from the recorded form to the present one. Compares forms, and reads no documents. */
  since(recorded: string): readonly ContentStep[]
  shapeOf(content: JsonObject): string
  /** Promises about fields that documents of the recorded form may not keep. */
  doubtful(recorded: string): readonly DoubtfulValues[]
  /** Content that contains the slug of the entity itself. */
  readonly renamed: readonly RenamedContent[]
}

/** Replaces the former slug in content, in place. Returns whether it changed anything. */
export type RenamedContent = (content: JsonObject, from: string, to: string) => boolean

/**
 * One change of every document of a table.
 * - `move`: renames a field or block;
 * - `convert`: changes the form of values;
 * - `note`: records the present fields, and changes no document;
 * - `drop`: removes values without a field.
 */
export interface ContentStep {
  readonly kind: 'move' | 'convert' | 'note' | 'drop'
  /** `rename field posts.title to headline`, `drop field posts.title`. */
  readonly description: string
  /** Recorded once the step is done. */
  readonly form: string
  /** Changes content in place. Returns whether it did; calls `refuse` for values that can't be changed, which stay. */
  change(content: JsonObject, refuse: RefuseValue): boolean
  /** A dropped field resembles a new one, as after an undeclared rename. */
  readonly hint?: string
  /** The content that a `drop` destroys. */
  readonly loss?: ContentLoss
}

export interface ContentLoss {
  count(content: JsonObject): number
  /** The unit of the count: `value`, `row`. */
  readonly of: string
}

/** `why` follows the value in a message: "cannot become a number". */
export type RefuseValue = (value: JsonValue, why: string) => void

/** A field whose values in old documents may break what reads promise. */
export interface DoubtfulValues {
  readonly path: string
  readonly says: string
  /** Whether drafts may have the problem, so that only live documents must be corrected. */
  readonly isForDrafts: boolean
  isIn(content: JsonObject): boolean
  /** The form to record once no document has the problem. */
  settled(form: string): string
}
