import type { FieldDefinition } from '../../contracts/field.ts'
import type { AuthorsChoice } from '../authors.ts'
import type { AuthChoice, CollectionConfig } from '../collection.ts'
import type { QuireConfig } from '../define-config.ts'
import type { GlobalConfig } from '../global.ts'
import type { LocksChoice } from '../locks.ts'
import type { TrashChoice } from '../trash.ts'
import type { UploadChoice } from '../upload.ts'
import type { VersionsChoice } from '../versions.ts'

/**
 * The shape of a configuration, as `quire generate types` writes it for programs that don't have the configuration itself: fields by
 * the names of their types, and nothing that runs.
 */
export interface PlainConfig {
  readonly collections: { readonly [slug: string]: PlainEntity }
  readonly globals?: { readonly [slug: string]: PlainEntity }
  readonly localization?: { readonly locales: readonly string[]; readonly defaultLocale: string }
}

interface PlainEntity {
  readonly fields: PlainFields
}

type PlainFields = { readonly [name: string]: { readonly type: string; readonly options: object } }

/** The configuration of which this is the shape. */
export type ConfigOf<Config extends QuireConfig | PlainConfig> = Config extends QuireConfig
  ? Config
  : Config extends PlainConfig
    ? QuireConfig<
        { readonly [Slug in keyof Config['collections'] & string]: CollectionOf<Config['collections'][Slug]> },
        { readonly [Slug in keyof Config['globals'] & string]: GlobalOf<NonNullable<Config['globals']>[Slug]> },
        Config extends { readonly localization: { readonly locales: readonly (infer Locale extends string)[] } }
          ? Locale
          : never
      >
    : never

type CollectionOf<Entity extends PlainEntity> = CollectionConfig<
  FieldsOf<Entity['fields']>,
  Choice<Entity, 'auth', AuthChoice>,
  Choice<Entity, 'trash', TrashChoice>,
  Choice<Entity, 'versions', VersionsChoice>,
  Choice<Entity, 'locks', LocksChoice>,
  Choice<Entity, 'upload', UploadChoice>,
  Choice<Entity, 'authors', AuthorsChoice>
>

type GlobalOf<Entity extends PlainEntity> = GlobalConfig<
  FieldsOf<Entity['fields']>,
  Choice<Entity, 'versions', VersionsChoice>,
  Choice<Entity, 'authors', AuthorsChoice>
>

type Choice<Entity, Name extends string, Known> = Entity extends { readonly [Key in Name]: infer Chosen extends Known }
  ? Chosen
  : undefined

type FieldsOf<Fields extends PlainFields> = {
  readonly [Name in keyof Fields & string]: FieldDefinition<Fields[Name]['type'], OptionsOf<Fields[Name]['options']>>
}

/** The same options, with the fields inside as those of a configuration. */
type OptionsOf<Options> = {
  readonly [Name in keyof Options]: Name extends 'fields'
    ? Options[Name] extends PlainFields
      ? FieldsOf<Options[Name]>
      : never
    : Name extends 'blocks'
      ? BlocksOf<Options[Name]>
      : Options[Name]
}

type BlocksOf<Blocks> = {
  readonly [Block in keyof Blocks]: Blocks[Block] extends PlainEntity
    ? { readonly fields: FieldsOf<Blocks[Block]['fields']> }
    : never
}
