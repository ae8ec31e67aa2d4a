/** What `GET /api/schema` says about an application. The whole app follows from it: no collection is known by name. */
export interface Schema {
  readonly collections: Readonly<Record<string, EntitySchema>>
  readonly globals: Readonly<Record<string, EntitySchema>>
  readonly localization: LocalizationSchema | null
  readonly admin?: AdminSchema
}

export interface LocalizationSchema {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  readonly fallback: Readonly<Record<string, readonly string[]>>
}

export interface AdminSchema {
  /** The collection whose users sign in here. */
  readonly users: string | null
}

/** A collection or a global. */
export interface EntitySchema {
  readonly slug: string
  readonly label: string | null
  readonly description: string | null
  readonly localized: boolean
  /** Names of what can be called: a feature that is off has none. */
  readonly operations: readonly string[]
  readonly bulkActions: readonly string[]
  /** Query parameters that features add: `draft`, `autosave`, `trash`. */
  readonly parameters: readonly string[]
  readonly systemFields: readonly SystemField[]
  readonly fields: readonly FieldSchema[]
  readonly admin?: EntityPresentation
}

/** `admin` of a collection or global: presentation alone. */
export interface EntityPresentation {
  /** The heading in the navigation under which it stands. */
  readonly group?: string
  /** The name of a Lucide icon. */
  readonly icon?: string
  /** The field that names a document; otherwise the first of `title`, `name`, `label`, … */
  readonly title?: string
  /** Columns of lists, until somebody chooses others. */
  readonly columns?: readonly string[]
  /** One document of it: "post". */
  readonly singular?: string
  readonly hidden?: boolean
  /** The page that shows a document, with `{token}` and names of fields in braces. */
  readonly preview?: string
}

export interface SystemField {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly operators: readonly string[]
  readonly sortable: boolean
}

export interface FieldSchema {
  readonly name: string
  /** From the top of the document, without indexes: `links.label`. */
  readonly path: string
  readonly type: string
  readonly structure: 'value' | 'group' | 'rows' | 'blocks' | 'computed' | 'join'
  readonly label: string | null
  readonly description: string | null
  readonly required: boolean
  readonly unique: boolean
  readonly localized: boolean
  readonly many: boolean
  readonly readOnly: boolean
  readonly sortable: boolean
  readonly operators: readonly string[]
  readonly default?: unknown
  readonly admin?: FieldPresentation
  readonly fields?: readonly FieldSchema[]
  readonly blocks?: Readonly<Record<string, BlockSchema>>
  // What single types publish.
  readonly to?: string | readonly string[]
  readonly from?: string
  readonly on?: string
  readonly collection?: string
  readonly options?: readonly SelectOption[]
  readonly maxLength?: number
  readonly minLength?: number
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

/** `admin` of a field: presentation alone. */
export interface FieldPresentation {
  readonly placeholder?: string
  /** In the margin beside the document, instead of its middle. */
  readonly sidebar?: boolean
  readonly width?: 'full' | 'half' | 'third'
  readonly tab?: string
  readonly hidden?: boolean
  readonly readOnly?: boolean
  readonly rows?: number
  /** Shown only while another field of the document has one of these values: `{ field: 'kind', equals: 'link' }`. */
  readonly condition?: { readonly field: string; readonly equals?: unknown; readonly in?: readonly unknown[] }
  /** The key of a component that an extension brings. */
  readonly component?: string
}

export interface BlockSchema {
  readonly label?: string | null
  readonly fields: readonly FieldSchema[]
}

export interface SelectOption {
  readonly label: string
  readonly value: string
}
