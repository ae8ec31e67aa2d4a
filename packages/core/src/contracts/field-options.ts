import type { Actor, Context, FieldAccess } from './access.ts'
import type { FieldHooks } from './hooks.ts'
import type { JsonObject } from './json.ts'
import type { LocalizedText } from './localization.ts'

/** Returns `true`, or an error message for users. */
export type Validate = (args: ValidateArguments) => true | string | Promise<true | string>

export interface ValidateArguments {
  // oxlint-disable-next-line typescript/no-explicit-any -- the application knows the type of its own field's value; `unknown` would force a cast into each validator
  readonly value: any
  readonly data: JsonObject
  readonly doc: JsonObject | undefined
  /** The whole document as it would be stored; read-only. */
  readonly next: Readonly<JsonObject>
  readonly actor: Actor | null
  readonly path: string
}

/** Whether a field is required in this document; may be async. */
export type RequiredWhen = (args: RequiredArguments) => boolean | Promise<boolean>

/** Documents and rows as they would be stored, in the default locale, to which `required` applies. Read-only. */
export interface RequiredArguments {
  readonly next: Readonly<JsonObject>
  readonly data: Readonly<JsonObject>
  /** The object that contains the field: the document, a group or a row. */
  readonly siblings: Readonly<JsonObject>
}

/** Options that every field type takes (docs/contract/configuration.md#field-options). */
export interface FieldOptions {
  /** Whether a value is required: always, or if the function returns true. */
  readonly required?: boolean | RequiredWhen
  readonly unique?: boolean
  readonly index?: boolean
  readonly localized?: boolean
  readonly default?: unknown
  readonly validate?: Validate
  readonly access?: FieldAccess
  readonly hooks?: FieldHooks
  /** Absent from responses and the manifest; only hooks and `asSystem()` can read and write it. */
  readonly hidden?: boolean
  /** The name that the field had before, or its path from the root (`/seo/title`): the next migration moves its values. */
  readonly renamedFrom?: string
  readonly label?: LocalizedText
  readonly description?: LocalizedText
  /** Presentation in the admin app; published unchanged. */
  readonly admin?: FieldAdmin
}

/** `admin` of a field: its presentation in the admin app. May contain further members for other interfaces. */
export interface FieldAdmin {
  readonly placeholder?: LocalizedText
  readonly tab?: LocalizedText
  /**
   * Shows the field only while siblings have such values: `{ kind: { equals: 'event' } }`. Otherwise, it is not
   * required.
   */
  readonly showIf?: { readonly [field: string]: unknown }
  readonly [option: string]: unknown
}

/** Arguments of a default that is a function, called once for each new document or row. */
export interface DefaultArguments {
  readonly actor: Actor | null
  readonly locale: string | undefined
  readonly context: Context
}

/** Arguments of a computed field: the document as read, in the call's locale, and the caller. */
export interface ComputeArguments {
  readonly doc: JsonObject
  readonly actor: Actor | null
  /** The locale of the read, or `all`; undefined without localization. */
  readonly locale: string | undefined
}
