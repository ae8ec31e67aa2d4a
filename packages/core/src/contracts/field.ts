import type { Scalar } from './condition.ts'
import type { ValueProblem } from './errors.ts'
import type { ComputeArguments, FieldOptions } from './field-options.ts'
import type { ResolvedJoin } from './join.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { LocalizedText } from './localized-text.ts'
import type { Mentions } from './mention.ts'
import type { ComparedAs, Operator } from './operators.ts'
import type { Reading } from './reading.ts'

/** A field as the application wrote it: `f.text({ required: true })`. */
export interface FieldDefinition<Name extends string = string, Options = object> {
  readonly type: FieldType<Name>
  readonly options: Options
  /** Set by features for fields that only they write (`Call.maintained`), with everything inside. */
  readonly maintained?: true
  /** Set by features for computed fields that a document has only where they are selected, or where it is populated. */
  readonly onRequest?: true
  /**
   * Set by features for maintained fields: what is read of a document that was stored before the field knew as much as it does now.
   * `value` is what is stored in the form that is read, `content` all that is stored.
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

/** The field types that come with Quire. Their TypeScript types are known by these names; those of others go with their fields. */
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

/** What TypeScript knows of the values of a field type; `defineFieldType` works it out. */
export interface FieldTypes {
  /** One value (one element, with `many`) as it is written and read. */
  readonly value: unknown
  /** The operators of `where` for one value, and what they take. */
  readonly where: unknown
  /** The same for parts of a value, by their names. */
  readonly parts: object
  readonly sortable: boolean
}

/** The options of a field whose type is not built in have this, for the compiler alone: nothing of it is there when the program runs. */
export interface Typed<Types> {
  readonly '~types': Types
}

/**
 * A field type is one file in `fields/` or in a plugin that exports one of these. `Options` is erased here because definitions of all
 * types share one list; `defineFieldType` keeps it typed inside the file.
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
  /** What to say to a value of another JSON type, such as "Must be an id."; null for the name of the type. */
  expected(options: object): string | null
  /** How comparisons, sorts and indexes read the value; null if it can't be compared. */
  storedAs(options: object): ComparedAs | null
  operators(options: object): readonly Operator[]
  /** A value of a query in the form in which it is stored; undefined if it can't be one. Absent where `storedAs` says it all. */
  readonly operand: ((value: JsonValue, options: object) => Scalar | undefined) | undefined
  /** What else of a value can be compared and sorted by, at the path of the field and the name: `accent.lightness`. */
  readonly parts: { readonly [name: string]: Reading }
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
  /** The field beside it that `derive` makes a value from, so that it may be left out; null for none. */
  derivesFrom(options: object): string | null
  /** The value of a new document or row if none is given, made from its siblings (a slug from a title). */
  derive(siblings: JsonObject, options: object): JsonValue | undefined
  /**
   * Another value like a derived one that is taken: the second, the third and so on (`hello-2`). Undefined for types whose values are
   * taken or not, and that is that.
   */
  another(value: JsonValue, number: number, options: object): JsonValue | undefined
  /** Whether a copy of a document may have the value with a suffix, where it must be unique: free text can, an address can't. */
  readonly takesSuffix: boolean
  /** Whether each element of a list names something, so that to append it again adds nothing: a choice, a document. */
  readonly namesSomething: boolean
  /** The texts that full-text search finds a value by, if it is no text itself; absent where there are none. */
  readonly texts: ((value: JsonValue, options: object) => readonly string[]) | undefined
  /** A value that a text can become without a loss when a field changes its type; undefined where there is none. */
  fromText(text: string, options: object): JsonValue | undefined
  /** The module with what the admin app shows (docs/admin-extensions.md), for types that are not built in. */
  readonly admin: URL | undefined
  /** Computes the value of a `computed` field on read; may return a promise. */
  compute(args: ComputeArguments, options: object): unknown
  /** The collections that a relationship may point to; empty for all other types. */
  targets(options: object): readonly string[]
  /**
   * What is wrong with a document as a target of this relationship, judging by its stored content; null if nothing is. Absent where any
   * document will do.
   */
  readonly checkTarget: ((content: JsonObject, options: object) => ValueProblem | null) | undefined
  /** Whether targets must be collections that hold files. */
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
  /** What editors call it; otherwise its name in words. */
  readonly label?: LocalizedText
  /** The name that the block had before: the next migration gives its rows the new one. */
  readonly renamedFrom?: string
  readonly admin?: BlockPresentation
}

/** How the admin app offers a block to editors. Presentation only: it is public, and has no other effect. */
export interface BlockPresentation {
  /** The heading under which it stands. */
  readonly group?: LocalizedText
  /** The address of a picture of it on this server, or the picture itself (`data:image/…`); otherwise one is drawn from its fields. */
  readonly picture?: string
}

/** A part of the values of a field, at its place. */
export interface FieldPart {
  readonly reading: Reading
  readonly operators: readonly Operator[]
  readonly sortable: boolean
}

/** A resolved field at its place in a collection or global. */
export interface FieldNode {
  readonly name: string
  /** Dotted, without row indexes; a block is a step of its own: `sections.quote.text`. */
  readonly path: string
  readonly type: FieldType
  readonly structure: FieldStructure
  readonly options: FieldOptions & { readonly [option: string]: unknown }
  /** Stored as an object that maps locales to values. Never inside another localized field: the outer one decides. */
  readonly localized: boolean
  readonly many: boolean
  /** Always; a function in the options, or whether it is shown at all, decides for each document. */
  readonly required: boolean
  readonly hidden: boolean
  /** Clients can't write it, because it is computed on read or maintained by a feature. */
  readonly readOnly: boolean
  /** Computed only where it is selected, or where its document is populated. */
  readonly onRequest: boolean
  /** From the field's definition. */
  readonly completes: Completes | undefined
  readonly storedAs: ComparedAs | null
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  readonly parts: Readonly<Record<string, FieldPart>>
  readonly targets: readonly string[]
  /** The collections whose documents a value may name inside. */
  readonly mentions: readonly string[]
  readonly join: ResolvedJoin | null
  /** Fields of a group or of rows. */
  readonly fields: readonly FieldNode[]
  /** Fields of blocks, by block type. */
  readonly blocks: Readonly<Record<string, readonly FieldNode[]>>
  /** The type's checks of one value (one element, with `many`), compiled once at start. */
  check(value: JsonValue): readonly ValueProblem[]
  normalize(value: JsonValue): JsonValue
  /** From the field's type. */
  readonly operand: ((value: JsonValue) => Scalar | undefined) | undefined
}
