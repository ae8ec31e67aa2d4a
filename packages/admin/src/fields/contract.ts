import type { ComponentType, ReactNode } from 'react'
import type { EntitySchema, FieldSchema } from '../data/schema.ts'
import type { Formats } from '../words/formats.ts'

/**
 * What a field type is in the admin: how its value is entered, shown in a table, filtered by and compared. The built-in
 * types and those of extensions follow the same contract, one file each.
 */
export interface FieldType {
  readonly name: string
  /** How to enter it. It never stores anything itself: it gets a value, and says how it changed. */
  readonly Input: ComponentType<InputProps>
  /** How it stands in a table. Without one, lists do not offer it as a column. */
  readonly Cell?: ComponentType<CellProps>
  /** How to enter a value to filter by. Without one, only `exists` is offered. */
  readonly Filter?: ComponentType<FilterProps>
  /** How two of its values are compared. Without one, `text` of both is. */
  readonly Diff?: ComponentType<DiffProps>
  readonly text: (value: unknown, field: FieldSchema) => string
  /** Numbers and dates stand at the end of their column. */
  readonly align?: 'end'
  /** The width of its column at first, in pixels. */
  readonly width?: number
  /** It draws its own label, or none (checkboxes, groups). */
  readonly ownLabel?: boolean
  /** Short enough for the margin of a form, where it stands unless the configuration says otherwise. */
  readonly isShort?: boolean
  /** Its value is dragged, not typed: undo calls that a change. */
  readonly isDragged?: boolean
  /** How a value that can't be changed reads as a text. Types without it show themselves: chips, files, rows. */
  readonly reading?: Reading
  /**
   * Its part in the name of a row or group: a free text comes before all else, a number only summarizes, and what reads
   * as an id or a tick is left out.
   */
  readonly naming?: 'first' | 'summary' | 'never'
  /** Its look in the picture of a block; a box without it. */
  readonly picture?: 'line' | 'lines' | 'file' | 'code' | 'tick'
  readonly filtering?: Filtering
}

export interface Reading {
  readonly look?: 'prose' | 'code'
  /** Its text says something of a value that is not there, too. */
  readonly readsNothing?: boolean
  /** One value (one element of a list). Without it, `text` of the type. */
  readonly text?: (value: unknown, field: FieldSchema, words: ReadingWords) => string
}

export interface ReadingWords {
  readonly formats: Formats
  readonly yes: string
  readonly no: string
}

/** What filters do differently for the type. */
export interface Filtering {
  /** The operators that a filter on one value leaves out. */
  readonly without?: readonly string[]
  /** The value of a new filter. */
  readonly first?: unknown
  /** Operators that have other words for it, by the keys of the words. */
  readonly words?: Readonly<Record<string, string>>
  /** A value in the sentence of a filter. Without it, `text` of the type. */
  readonly text?: (value: unknown, formats: Formats) => string
}

export interface InputProps {
  readonly field: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly path: string
  readonly isReadOnly: boolean
  /** Ties the input to its label and to what is said about it. */
  readonly described: Described
  /** Of the whole form: issues inside of rows and groups, what the actor may do, the locale. */
  readonly form: FormContext
}

export interface Described {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
  /** Where there is no <label> for it. */
  readonly 'aria-labelledby'?: string
}

export interface FormContext {
  readonly entity: EntitySchema
  /** Null for a document that does not exist yet. */
  readonly id?: string | null
  /** Undefined where the content is not localized. */
  readonly locale: string | undefined
  readonly isReadOnly: boolean
  /** The document as it stands in the form. An input that asks for a value is rendered again when that changes. */
  readonly value: (path: string) => unknown
  /** The content by its parts, for inputs that hold other fields. */
  readonly model?: FormModel
  readonly issue: (path: string) => string | undefined
  /** Whether the actor may change what is at a path without indexes. */
  readonly mayChange: (schemaPath: string) => boolean
  /** Whether the value at a path differs from the live one; false if there is none. */
  readonly isChanged: (path: string) => boolean
  /** Who has changed the value at a path while the form was open, in words. */
  readonly changedBy?: (path: string) => string | undefined
  /** The value in another locale, where one is shown beside this one. */
  readonly otherLocale?: (path: string) => BesideValue | undefined
  /**
   * All changes while `run` runs are one step to undo, called "Undo {name}"; without a name, after what the values say.
   * One change is one step anyway.
   */
  readonly asOneStep?: (name: string | undefined, run: () => void) => void
  /** What changes while `run` runs was undone or redone by the input's own history. */
  readonly asOwnUndo?: (run: () => void) => void
  /** What can be done with a field, beside its label; only fields of the document itself have anything. */
  readonly actionsOf?: (field: FieldSchema) => ReactNode
  /** Opens the outline of the document, to go to one of its sections. */
  readonly onOutline?: () => void
  /** Opens another document in a drawer. Without an id, a new one, and `onCreated` hears of it. */
  readonly openDocument?: (collection: string, id?: string, onCreated?: (id: string) => void) => void
}

/**
 * The content that a form edits. Whatever shows a part of it follows that part, so that a key renders the field that it
 * was typed into, however large the document is.
 */
export interface FormModel {
  /** The value at a path with indexes of rows. Values are replaced, never changed. */
  readonly at: (keys: readonly string[]) => unknown
  readonly change: (keys: readonly string[], next: unknown) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A value in the language that a document is translated from. */
export interface BesideValue {
  readonly locale: string
  readonly value: unknown
  /** What the translation lacks: all of it, or what changed in the source since. */
  readonly state?: 'missing' | 'outdated'
}

export interface CellProps {
  readonly field: FieldSchema
  readonly value: unknown
}

export interface FilterProps {
  readonly field: FieldSchema
  readonly operator: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly label: string
}

export interface DiffProps {
  readonly field: FieldSchema
  readonly before: unknown
  readonly after: unknown
  /** What can be done with a row that was removed or changed: the earlier row, and its name. */
  readonly rowAction?: (row: Readonly<Record<string, unknown>>, name: string) => ReactNode
}
