import type { PublicEntity, PublicField, PublicManifest } from '@quirecms/sdk'

/**
 * What `GET /api/schema` says about an application, with its words in the language of whoever reads them (`schema-in.ts`). The whole app
 * follows from it: no collection is known by name.
 */
export interface Schema extends Omit<PublicManifest, 'collections' | 'globals'> {
  readonly collections: Readonly<Record<string, EntitySchema>>
  readonly globals: Readonly<Record<string, EntitySchema>>
}

/** A collection or a global. */
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
  /** Of what names documents: what becomes of it when such a document is deleted. */
  readonly onDelete?: 'keep' | 'clear' | 'restrict'
  readonly admin?: Omit<NonNullable<PublicField['admin']>, 'placeholder' | 'tab'> & {
    readonly placeholder?: string
    readonly tab?: string
  }
}

/** A kind of rows. */
export interface BlockSchema {
  readonly label?: string
  readonly admin?: { readonly group?: string; readonly picture?: string }
  readonly fields: readonly FieldSchema[]
}

type Named = 'label' | 'description'
