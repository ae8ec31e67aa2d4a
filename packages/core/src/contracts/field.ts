import type { PartReading, Scalar } from './condition.ts'
import type { ValueProblem } from './errors.ts'
import type { ComputeArguments, FieldOptions } from './field-options.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { LocalizedText } from './localization.ts'
import type { ComparedAs, Operator } from './operators.ts'
import type { Where } from './access.ts'

/** A field as the application wrote it: `f.text({ required: true })`. */
export interface FieldDefinition<Name extends string = string, Options = object> {
  readonly type: FieldType<Name>
  readonly options: Options
  /** Set by features for fields that only they write (`Call.maintained`), including nested ones. */
  readonly maintained?: true
  /** Set by features for computed fields that are read only when selected or in populated documents. */
  readonly onRequest?: true
  /**
   * Set by features for maintained fields: completes the value of documents that were stored before the field had all
   * of its members. `value` is the stored value, `content` the stored document.
   */
  readonly completes?: Completes
}

export type Completes = (value: JsonValue, content: JsonObject) => JsonValue

export type FieldDefinitions = { readonly [name: string]: FieldDefinition }

/**
 * How a field's values are built:
 * - `value`: one JSON value (or a list of them, with `many`) that the field type checks itself;
 * - `group`: an object of fields; `rows`: an array of such objects; `blocks`: an array of objects of several kinds;
 * - `computed`: not stored, but computed on read.
 */
export type FieldStructure = 'value' | 'group' | 'rows' | 'blocks' | 'computed'

/** The built-in field types. Their TypeScript types are known by name; those of others travel with the field. */
export const BUILT_IN_TYPES = [
  'text',
  'textarea',
  'email',
  'url',
  'slug',
  'code',
  'number',
  'checkbox',
  'date',
  'select',
  'json',
  'point',
  'richText',
  'relationship',
  'upload',
  'group',
  'array',
  'blocks',
  'join',
  'virtual',
] as const

export type BuiltInType = (typeof BUILT_IN_TYPES)[number]

/** TypeScript types of a field type's values; `defineFieldType` infers them. */
export interface FieldTypes {
  /** One value (one element, with `many`) as it is written and read. */
  readonly value: unknown
  /** The operators of `where` for one value, with their operands. */
  readonly where: unknown
  readonly parts: object
  readonly sortable: boolean
}

/** A type-level marker in the options of custom field types. It doesn't exist at run time. */
export interface Typed<Types> {
  readonly '~types': Types
}

/**
 * A field type is one file in `fields/` or in a plugin. `Options` is erased here, because definitions of all types
 * share one list; `defineFieldType` keeps it typed inside of the file.
 */
export interface FieldType<Name extends string = string, Types = unknown> {
  readonly name: Name
  /** Types only. */
  readonly '~types'?: Types
  readonly structure: FieldStructure
  /** The strict and complete JSON Schema of one value (one element, with `many`). Groups, rows and blocks have none. */
  schema(options: object): JsonSchema
  /**
   * If true, the schema is mostly documentation: only its `type` is enforced, and `check` does the rest. That way,
   * anything wrong with a date, a point or a rich text is reported as `format` (docs/contract/errors.md#issues).
   */
  readonly checksItself: boolean
  /**
   * Describes the expected value in the message for a wrong JSON type, such as "Must be an id."; null for the name of
   * the type.
   */
  expected(options: object): string | null
  /** How comparisons, sorts and indexes read the value; null if it can't be compared. */
  storedAs(options: object): ComparedAs | null
  operators(options: object): readonly Operator[]
  /** Converts an operand of a query to the stored form; undefined if invalid. Absent if `storedAs` is sufficient. */
  readonly operand: ((value: JsonValue, options: object) => Scalar | undefined) | undefined
  /** Parts of a value to compare and sort by, at the path of the field and the name: `accent.lightness`. */
  readonly parts: { readonly [name: string]: PartReading }
  /** Whether lists can be sorted by it. */
  sortable(options: object): boolean
  /** Whether the value is a list of what `schema` describes. */
  many(options: object): boolean
  /** The options that the public manifest shows in addition to the common ones. */
  manifest(options: object): JsonObject
  /** Problems of the options, as sentences for a configuration error at start. */
  problems(options: object): readonly string[]
  /** Checks that JSON Schema can't express, on a value that passed the schema. */
  check(value: JsonValue, options: object): readonly ValueProblem[]
  /** Turns a valid value into the form in which it is stored: dates as UTC, and so on. */
  normalize(value: JsonValue, options: object): JsonValue
  /** The sibling field that `derive` reads, so that this field may be omitted; null for none. */
  derivesFrom(options: object): string | null
  /** Derives the value of a new document or row from its siblings (a slug from a title). */
  derive(siblings: JsonObject, options: object): JsonValue | undefined
  /** The next candidate if a derived value is taken (`hello-2`). Undefined for types without candidates. */
  distinctValue(value: JsonValue, number: number, options: object): JsonValue | undefined
  /** Whether a copy of a document may get the value with a suffix, if it must be unique: texts can, addresses can't. */
  readonly allowsSuffix: boolean
  /** Whether list elements are identities, so that appending an existing one has no effect: choices, documents. */
  readonly appendsUnique: boolean
  /** Searchable texts of a value that is not a text; absent if there are none. */
  readonly texts: ((value: JsonValue, options: object) => readonly string[]) | undefined
  /** Whether every text is a value of the type, and editors write it freely. */
  readonly isFreeText: boolean
  /** Converts a value to a text without loss when a field changes its type; undefined if impossible. */
  asText(value: JsonValue): string | undefined
  /** Converts a text to a value without loss when a field changes its type; undefined if impossible. */
  fromText(text: string, options: object): JsonValue | undefined
  /** Module for the admin app (docs/admin-extensions.md), for custom types. */
  readonly admin: URL | undefined
  /** Computes the value of a `computed` field on read; may return a promise. */
  compute(args: ComputeArguments, options: object): unknown
  targets(options: object): readonly string[]
  /**
   * Describes why a document can't be a target, from its stored content; null if it can. Absent if any document can.
   */
  readonly checkTarget: ((content: JsonObject, options: object) => ValueProblem | null) | undefined
  /** Whether targets must be upload collections. */
  readonly targetsFiles: boolean
  /** For types whose values contain references to documents, such as rich text. */
  readonly mentions: Mentions | undefined
  /** The inverse relationship that a `computed` field lists; null for all other types. */
  join(options: object): ResolvedJoin | null
  /** The fields inside: for a group or array by name, for blocks by block and name. */
  children(options: object): FieldDefinitions | null
  blocks(options: object): BlockDefinitions | null
}

/** The kinds of rows that a `blocks` field may hold. Their names are the values of `blockType`. */
export type BlockDefinitions = { readonly [block: string]: BlockDefinition }

export interface BlockDefinition {
  readonly fields: FieldDefinitions
  /** Label for editors; by default derived from its name. */
  readonly label?: LocalizedText
  /** The block's former name: the next migration renames it in its rows. */
  readonly renamedFrom?: string
  readonly admin?: BlockPresentation
}

/** Presentation of a block in the admin app. Public, and without other effects. */
export interface BlockPresentation {
  readonly group?: LocalizedText
  /** URL of a picture on this server, or a data URL; by default, one is drawn from its fields. */
  readonly picture?: string
}

export interface FieldPart {
  readonly reading: PartReading
  readonly operators: readonly Operator[]
  readonly sortable: boolean
}

/** A resolved field at its place in a collection or global. */
export interface FieldNode {
  readonly name: string
  /** Dotted, without row indexes; a block is one step: `sections.quote.text`. */
  readonly path: string
  readonly type: FieldType
  readonly structure: FieldStructure
  readonly options: FieldOptions & { readonly [option: string]: unknown }
  /** Stored as an object that maps locales to values. Never inside of another localized field. */
  readonly localized: boolean
  readonly many: boolean
  /** Always required; a function in the options, or `showIf`, decides for each document. */
  readonly required: boolean
  readonly hidden: boolean
  /** Clients can't write it: computed, or maintained by a feature. */
  readonly readOnly: boolean
  /** Computed only when selected, or in populated documents. */
  readonly onRequest: boolean
  /** From the field's definition. */
  readonly completes: Completes | undefined
  readonly storedAs: ComparedAs | null
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  readonly parts: Readonly<Record<string, FieldPart>>
  readonly targets: readonly string[]
  /** Collections whose documents a value may mention. */
  readonly mentions: readonly string[]
  readonly join: ResolvedJoin | null
  readonly fields: readonly FieldNode[]
  readonly blocks: Readonly<Record<string, readonly FieldNode[]>>
  /** The type's checks of one value (one element, with `many`), compiled once at start. */
  check(value: JsonValue): readonly ValueProblem[]
  normalize(value: JsonValue): JsonValue
  /** From the field's type. */
  readonly operand: ((value: JsonValue) => Scalar | undefined) | undefined
}

export interface Mentions {
  /** Allowed collections; null for all collections without users. */
  collections(options: object): readonly string[] | null
  /** All mentions in a value, in order. */
  in(value: JsonValue): readonly Mention[]
  /** Checks a mentioned document by its stored content; `path` is relative to the value. */
  check(mention: Mention, content: JsonObject): ValueProblem | null
  without(value: JsonValue, target: { readonly collection: string; readonly id: string }): JsonValue
}

/** A mention of a document inside of a value: `{ relationTo, value }` among other members. */
export interface Mention {
  readonly collection: string
  readonly id: string
  readonly holder: JsonObject
  /** Path relative to the value: `content.3.attrs`. */
  readonly path: string
  /** Whether it shows a picture: reads then add its URL as `src`. */
  readonly isPicture: boolean
}

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

export interface ResolvedJoin extends JoinOptions {
  readonly limit: number
}
