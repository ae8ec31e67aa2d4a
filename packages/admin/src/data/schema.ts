import type { PublicEntity, PublicField, PublicManifest } from '@quirecms/sdk'

/**
 * The schema from `GET /api/schema`, with its texts in the language of the user (`schema-in.ts`). The app is derived
 * from it, and knows no collection by name.
 */
export interface Schema extends Omit<PublicManifest, 'collections' | 'globals'> {
  readonly collections: Readonly<Record<string, EntitySchema>>
  readonly globals: Readonly<Record<string, EntitySchema>>
}

export interface EntitySchema extends Omit<PublicEntity, Named | 'fields' | 'admin'> {
  readonly label: string | null
  readonly description: string | null
  readonly fields: readonly FieldSchema[]
  readonly admin?: Omit<NonNullable<PublicEntity['admin']>, 'group' | 'singular'> & {
    readonly group?: string
    readonly singular?: string
  }
}

export interface FieldSchema extends Omit<PublicField, Named | 'fields' | 'blocks' | 'options' | 'admin'> {
  readonly label: string | null
  readonly description: string | null
  readonly fields?: readonly FieldSchema[]
  readonly blocks?: Readonly<Record<string, BlockSchema>>
  readonly options?: readonly { readonly label: string; readonly value: string }[]
  /** For fields that reference documents: what happens when the target is deleted. */
  readonly onDelete?: 'keep' | 'clear' | 'restrict'
  readonly admin?: Omit<NonNullable<PublicField['admin']>, 'placeholder' | 'tab'> & {
    readonly placeholder?: string
    readonly tab?: string
  }
}

export interface BlockSchema {
  readonly label?: string
  readonly admin?: { readonly group?: string; readonly picture?: string }
  readonly fields: readonly FieldSchema[]
}

type Named = 'label' | 'description'

/** Fills in the schema's defaults. */
export function plainField(given: Partial<FieldSchema> & Pick<FieldSchema, 'name'>): FieldSchema {
  return {
    path: given.name,
    type: 'text',
    structure: 'value',
    label: null,
    description: null,
    required: false,
    unique: false,
    index: false,
    localized: false,
    many: false,
    readOnly: false,
    sortable: false,
    operators: [],
    ...given,
  }
}
