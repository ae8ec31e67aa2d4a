import type { BlockPresentation, FieldStructure } from '../contracts/field.ts'
import type { Localization, LocalizedText } from '../contracts/localization.ts'
import type { ShowIf } from '../content/show-if.ts'
import type { Presentation } from '../config/presentation.ts'

/**
 * The public description of an application (`GET /api/schema`): its collections, globals and fields, and how to query
 * them.
 */
export interface PublicManifest {
  readonly collections: Readonly<Record<string, PublicEntity>>
  readonly globals: Readonly<Record<string, PublicEntity>>
  /** Names of operations outside of collections and globals, such as `listApiKeys` if users may have keys. */
  readonly operations: readonly string[]
  readonly localization: Localization | null
  readonly admin: {
    /** The collection whose users sign in to the admin app. */
    readonly users: string | null
  }
}

export interface PublicEntity {
  readonly slug: string
  readonly label: LocalizedText | null
  readonly description: LocalizedText | null
  readonly localized: boolean
  readonly operations: readonly string[]
  readonly bulkActions: readonly string[]
  /** Query parameters that features add: `draft`, `autosave`, `trash`. */
  readonly parameters: readonly string[]
  readonly systemFields: readonly PublicSystemField[]
  readonly fields: readonly PublicField[]
  /** The configured default order of lists, if any. */
  readonly defaultSort?: readonly string[]
  readonly upload?: {
    /** In bytes. */
    readonly maxFileSize: number
    /** MIME types such as `image/*`; null for all. */
    readonly mimeTypes: readonly string[] | null
    /** The widths and formats of images on request, if enabled. */
    readonly images?: { readonly widths: readonly number[]; readonly formats: readonly string[] }
  }
  /** How long the trash keeps documents, in milliseconds, if it deletes them. */
  readonly trash?: { readonly retention: number }
  readonly admin?: Presentation
}

export interface PublicSystemField {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly operators: readonly string[]
  readonly sortable: boolean
}

export interface PublicField {
  readonly name: string
  /** From the root of the document, without indexes: `links.label`. */
  readonly path: string
  readonly type: string
  readonly structure: FieldStructure
  readonly label: LocalizedText | null
  readonly description: LocalizedText | null
  readonly required: boolean
  /** Required while it is shown: it, or a container of it, has `admin.showIf`. */
  readonly requiredIfShown?: true
  readonly unique: boolean
  readonly index: boolean
  readonly localized: boolean
  readonly many: boolean
  readonly readOnly: boolean
  readonly sortable: boolean
  readonly operators: readonly string[]
  /** The parts of a value that queries can filter and sort by, as `path.name`; only for custom field types. */
  readonly parts?: Readonly<Record<string, PublicPart>>
  readonly default?: unknown
  readonly admin?: FieldPresentation
  readonly fields?: readonly PublicField[]
  readonly blocks?: Readonly<Record<string, PublicBlock>>
  readonly to?: string | readonly string[]
  /** For a relationship with `tree`: documents form no cycles. */
  readonly tree?: { readonly depth: number }
  readonly from?: string
  readonly on?: string
  readonly collection?: string
  readonly options?: readonly PublicOption[]
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  /** The flags of `pattern`, if they change its meaning. */
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

export interface PublicPart {
  readonly type: 'text' | 'number'
  readonly operators: readonly string[]
  readonly sortable: boolean
}

interface FieldPresentation {
  readonly placeholder?: LocalizedText
  /** Shows the field in the sidebar of the document. */
  readonly sidebar?: boolean
  readonly width?: 'full' | 'half' | 'third'
  readonly tab?: LocalizedText
  readonly hidden?: boolean
  readonly readOnly?: boolean
  readonly rows?: number
  /** The field is only shown for these sibling values: `{ kind: { equals: 'event' } }`. */
  readonly showIf?: ShowIf
  /** The key of a component of an extension. */
  readonly component?: string
}

export interface PublicBlock {
  readonly label?: LocalizedText
  readonly admin?: BlockPresentation
  readonly fields: readonly PublicField[]
}

export interface PublicOption {
  readonly label: LocalizedText
  readonly value: string
}
