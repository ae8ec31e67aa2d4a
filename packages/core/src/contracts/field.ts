import type { Actor, Context, FieldAccess, Where } from './access.ts'
import type { StoredAs } from './condition.ts'
import type { IssueCode } from './errors.ts'
import type { FieldHooks } from './hooks.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'

/** The operators of `where` (contract 5). */
export const OPERATORS = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'greater_than',
  'greater_than_equal',
  'less_than',
  'less_than_equal',
  'like',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'all',
  'near',
  'within',
] as const

export type Operator = (typeof OPERATORS)[number]

/** Of a list of rows as such: whether it is empty can be asked, which is the same as whether it is null. */
export const LIST_OPERATORS = ['exists', 'equals', 'not_equals'] as const satisfies readonly Operator[]

/** As stored, plus `instant`: stored as text in a form whose order is that of the instants, given in queries as any ISO 8601 date. */
export type ComparedAs = StoredAs | 'instant'

/** `true`, or what is wrong, as a sentence for people. */
export type Validate = (args: ValidateArguments) => true | string | Promise<true | string>

export interface ValidateArguments {
  // The application knows the type of its own field's value; `unknown` would force a cast into each validator.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly value: any
  readonly data: JsonObject
  readonly doc: JsonObject | undefined
  readonly actor: Actor | null
  readonly path: string
}

/** Options that every field type takes (contract 2). */
export interface FieldOptions {
  readonly required?: boolean
  readonly unique?: boolean
  readonly index?: boolean
  readonly localized?: boolean
  readonly default?: unknown
  readonly validate?: Validate
  readonly access?: FieldAccess
  readonly hooks?: FieldHooks
  /** In no answer and no manifest; only hooks and the system read and write it. */
  readonly hidden?: boolean
  readonly label?: string
  readonly description?: string
  /** Presentation in the admin app; published as it is. */
  readonly admin?: { readonly [option: string]: unknown }
}

/** A default given as a function is called with these for each new document or row. */
export interface DefaultArguments {
  readonly actor: Actor | null
  readonly locale: string | undefined
  readonly context: Context
}

/** What a computed field is made from: the document as it is read, in the locale of the call, and who reads it. */
export interface ComputeArguments {
  readonly doc: JsonObject
  readonly actor: Actor | null
}

/** A field as the application wrote it: `f.text({ required: true })`. */
export interface FieldDefinition<Name extends string = string, Options = object> {
  readonly type: FieldType<Name>
  readonly options: Options
}

export type FieldDefinitions = { readonly [name: string]: FieldDefinition }

/** Something wrong with one value, seen by its type. `path` is relative to the value: '' for the value itself. */
export interface ValueProblem {
  readonly code: IssueCode
  readonly path: string
  readonly message: string
}

/**
 * How a field's values are built:
 * - `value`: one JSON value (or a list of them, with `many`) that the type checks by itself;
 * - `group`: an object of fields; `rows`: an array of such objects; `blocks`: an array of objects of several kinds;
 * - `computed`: not stored; made on read.
 */
export type FieldStructure = 'value' | 'group' | 'rows' | 'blocks' | 'computed'

/**
 * A field type is one file in `fields/` that exports one of these. `Options` is erased here, since definitions of all types stand in
 * one list; `defineFieldType` keeps it typed inside the file.
 */
export interface FieldType<Name extends string = string> {
  readonly name: Name
  readonly structure: FieldStructure
  /** JSON Schema of one value (one element, with `many`), strict and complete. For `value` and `computed` structures. */
  schema(options: object): JsonSchema
  /**
   * The schema is for readers: only its `type` is enforced, and `check` says all the rest, so that whatever is wrong with a date, a
   * point or a rich text is `format` (contract 6).
   */
  readonly checksItself: boolean
  /** What a value of another JSON type is told to be: "Must be an id."; null for the name of the type. */
  expected(options: object): string | null
  /** How comparisons, sorts and indexes read the value; null where it cannot be compared. */
  storedAs(options: object): ComparedAs | null
  operators(options: object): readonly Operator[]
  /** Whether a list may be sorted by it. */
  sortable(options: object): boolean
  /** Whether the value is a list of what `schema` describes. */
  many(options: object): boolean
  /** What the public manifest says of the options beyond the common ones. */
  manifest(options: object): JsonObject
  /** What is wrong with the options, as sentences, for a configuration error at start. */
  problems(options: object): readonly string[]
  /** Checks that a JSON Schema cannot make, on a value that passed the schema. */
  check(value: JsonValue, options: object): readonly ValueProblem[]
  /** A sound value in the form in which it is stored: dates as UTC, and so on. */
  normalize(value: JsonValue, options: object): JsonValue
  /** The value that a new document or row gets when none is given, made from its siblings (a slug from a title); else undefined. */
  derive(siblings: JsonObject, options: object): JsonValue | undefined
  /** The value of a `computed` field, made on read; may be a promise. */
  compute(args: ComputeArguments, options: object): unknown
  /** The collections that a relationship may point to; empty for all other types. */
  targets(options: object): readonly string[]
  /** The inverse relationship that a `computed` field lists; null for all other types. */
  join(options: object): JoinOptions | null
  /** The fields inside: of a group or array by name; of blocks by block and name. */
  children(options: object): FieldDefinitions | null
  blocks(options: object): { readonly [block: string]: { readonly fields: FieldDefinitions } } | null
}

/** Which documents a join lists: those of `collection` whose relationship `on` points here (contract 10). */
export interface JoinOptions {
  readonly collection: string
  /** The path of a relationship there: `post`, `sections.quote.author`. */
  readonly on: string
  readonly writable?: boolean
  readonly where?: Where
  readonly sort?: string
  readonly limit?: number
}

/** A resolved field at its place in a collection or global. */
export interface FieldNode {
  readonly name: string
  /** Dotted, without row indexes; a block is a step of its own: `sections.quote.text`. */
  readonly path: string
  readonly type: FieldType
  readonly structure: FieldStructure
  readonly options: FieldOptions & { readonly [option: string]: unknown }
  /** Stored as an object of locale to value. Never inside another localized field: the outermost one decides. */
  readonly localized: boolean
  readonly many: boolean
  readonly required: boolean
  readonly hidden: boolean
  /** Clients may not write it: computed on read, or kept by a feature. */
  readonly readOnly: boolean
  readonly storedAs: ComparedAs | null
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  readonly targets: readonly string[]
  readonly join: JoinOptions | null
  /** Group and rows. */
  readonly fields: readonly FieldNode[]
  /** Blocks, by their type. */
  readonly blocks: Readonly<Record<string, readonly FieldNode[]>>
  /** The type's checks of one value (one element, with `many`), compiled once at start. */
  check(value: JsonValue): readonly ValueProblem[]
  normalize(value: JsonValue): JsonValue
}
