import type { BlockPresentation, FieldStructure } from '../contracts/field.ts'
import type { Localization } from '../contracts/localization.ts'
import type { LocalizedText } from '../contracts/localized-text.ts'
import type { ShowIf } from '../content/show-if.ts'
import type { Presentation } from '../config/presentation.ts'

/** What everybody may know of an application (`GET /api/schema`): its collections, globals and fields, and what they can be asked. */
export interface PublicManifest {
  readonly collections: Readonly<Record<string, PublicEntity>>
  readonly globals: Readonly<Record<string, PublicEntity>>
  /** Names of what can be called beside collections and globals: `listApiKeys`, where somebody may have keys. */
  readonly operations: readonly string[]
  readonly localization: Localization | null
  readonly admin: {
    /** The collection whose users sign in to the admin app. */
    readonly users: string | null
  }
}

/** A collection or a global. */
export interface PublicEntity {
  readonly slug: string
  readonly label: LocalizedText | null
  readonly description: LocalizedText | null
  readonly localized: boolean
  /** Names of what can be called: a feature that is off has none. */
  readonly operations: readonly string[]
  readonly bulkActions: readonly string[]
  /** Query parameters that features add: `draft`, `autosave`, `trash`. */
  readonly parameters: readonly string[]
  readonly systemFields: readonly PublicSystemField[]
  readonly fields: readonly PublicField[]
  /** The order of lists that ask for none, where the configuration names one. */
  readonly defaultSort?: readonly string[]
  /** What files are taken, in a collection of files. */
  readonly upload?: {
    /** In bytes. */
    readonly maxFileSize: number
    /** Such as `image/*`; null for all. */
    readonly mimeTypes: readonly string[] | null
    /** In which widths and formats pictures can be asked for, where they can. */
    readonly images?: { readonly widths: readonly number[]; readonly formats: readonly string[] }
  }
  readonly admin?: Presentation
}

/** A field that every document has: `id`, `updatedAt`. */
export interface PublicSystemField {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly operators: readonly string[]
  readonly sortable: boolean
}

export interface PublicField {
  readonly name: string
  /** From the top of the document, without indexes: `links.label`. */
  readonly path: string
  readonly type: string
  readonly structure: FieldStructure
  readonly label: LocalizedText | null
  readonly description: LocalizedText | null
  readonly required: boolean
  /** It is required while it is shown: it, or what it is in, has `admin.showIf`. */
  readonly requiredIfShown?: true
  readonly unique: boolean
  readonly index: boolean
  readonly localized: boolean
  readonly many: boolean
  readonly readOnly: boolean
  readonly sortable: boolean
  readonly operators: readonly string[]
  /** What else of a value can be asked and sorted by, at `path` and its name: of types that are not built in. */
  readonly parts?: Readonly<Record<string, PublicPart>>
  readonly default?: unknown
  readonly admin?: FieldPresentation
  /** Those inside of a group or of rows. */
  readonly fields?: readonly PublicField[]
  readonly blocks?: Readonly<Record<string, PublicBlock>>
  // What single types publish.
  readonly to?: string | readonly string[]
  /** Of a relationship with `tree`: no document is above itself in it. */
  readonly tree?: { readonly depth: number }
  readonly from?: string
  readonly on?: string
  readonly collection?: string
  readonly options?: readonly PublicOption[]
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  /** Those of `pattern`, if it has some that change what it means. */
  readonly patternFlags?: string
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  readonly only?: string
  readonly accept?: readonly string[]
  readonly maxRows?: number
  readonly minRows?: number
  readonly writable?: boolean
  readonly language?: string
}

/** A part of a value, such as the lightness of a colour. */
export interface PublicPart {
  readonly type: 'text' | 'number'
  readonly operators: readonly string[]
  readonly sortable: boolean
}

/** `admin` of a field: presentation alone. */
interface FieldPresentation {
  readonly placeholder?: LocalizedText
  /** In the margin beside the document, instead of its middle. */
  readonly sidebar?: boolean
  readonly width?: 'full' | 'half' | 'third'
  readonly tab?: LocalizedText
  readonly hidden?: boolean
  readonly readOnly?: boolean
  readonly rows?: number
  /** Shown only while the fields beside it have such values: `{ kind: { equals: 'event' } }`. */
  readonly showIf?: ShowIf
  /** The key of a component that an extension brings. */
  readonly component?: string
}

/** A kind of rows. */
export interface PublicBlock {
  readonly label?: LocalizedText
  /** How it is offered. */
  readonly admin?: BlockPresentation
  readonly fields: readonly PublicField[]
}

/** One choice of a select field. */
export interface PublicOption {
  readonly label: LocalizedText
  readonly value: string
}
