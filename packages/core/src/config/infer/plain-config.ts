import type { FieldDefinition } from '../../contracts/field.ts'
import type { PluginOptions } from '../../contracts/plugin-api.ts'
import type { AuthorsChoice, CommentsChoice, LocksChoice, SearchChoice, TrashChoice } from '../collection-options.ts'
import type { AuthChoice, CollectionConfig, CollectionTraits } from '../collection.ts'
import type { GlobalConfig } from '../global.ts'
import type { UploadChoice } from '../upload.ts'
import type { VersionsChoice } from '../versions.ts'
import type { ContentModel, JobModels, PluginModel } from './content-model.ts'

/**
 * The shape of a configuration: an application's own, or the output of `quire generate types` for programs without
 * access to it, with field types by name and without functions. It refers to no type of the server, so that a program
 * may use the client library and the server from different packages.
 */
export interface PlainConfig {
  readonly collections: { readonly [slug: string]: PlainEntity }
  readonly globals?: { readonly [slug: string]: PlainEntity }
  readonly localization?: { readonly locales: readonly string[]; readonly defaultLocale: string }
  readonly jobs?: { readonly [name: string]: object }
  readonly plugins?: readonly object[]
}

/** Fields are not described further: a completion would compare those of all collections with it. */
interface PlainEntity {
  readonly fields: object
}

export type ModelOf<Config extends PlainConfig> = ContentModel<
  CollectionsIn<Config['collections']>,
  GlobalsIn<Config['globals']>,
  LocaleIn<Config['localization']>,
  JobsIn<Config['jobs']>,
  PluginsIn<Config['plugins']>
>

export type CollectionsIn<Collections extends PlainConfig['collections']> = {
  readonly [Slug in keyof Collections & string]: CollectionOf<Collections[Slug]>
}

export type GlobalsIn<Globals extends PlainConfig['globals']> = {
  readonly [Slug in keyof NonNullable<Globals> & string]: GlobalOf<NonNullable<Globals>[Slug]>
}

export type JobsIn<Jobs> = [NonNullable<Jobs>] extends [never]
  ? // oxlint-disable-next-line typescript/no-generated-empty-object-type -- without jobs, no name is one of a job
    Record<never, never>
  : Extract<NonNullable<Jobs>, JobModels>

export type PluginsIn<Plugins> =
  NonNullable<Plugins> extends readonly PluginModel[] ? NonNullable<Plugins> : readonly []

export type LocaleIn<Localization> =
  NonNullable<Localization> extends { readonly locales: readonly (infer Locale extends string)[] } ? Locale : never

type CollectionOf<Entity extends PlainEntity> = CollectionConfig<
  {
    readonly fields: FieldsOf<Entity['fields']>
    readonly auth: Choice<Entity, 'auth', AuthChoice>
    readonly trash: Choice<Entity, 'trash', TrashChoice>
    readonly versions: Choice<Entity, 'versions', VersionsChoice>
    readonly locks: Choice<Entity, 'locks', LocksChoice>
    readonly upload: Choice<Entity, 'upload', UploadChoice>
    readonly authors: Choice<Entity, 'authors', AuthorsChoice>
    readonly search: Choice<Entity, 'search', SearchChoice>
    readonly comments: Choice<Entity, 'comments', CommentsChoice>
  } & OptionsAmong<Entity>
>

type GlobalOf<Entity extends PlainEntity> = GlobalConfig<
  {
    readonly fields: FieldsOf<Entity['fields']>
    readonly versions: Choice<Entity, 'versions', VersionsChoice>
    readonly authors: Choice<Entity, 'authors', AuthorsChoice>
    readonly comments: Choice<Entity, 'comments', CommentsChoice>
  } & OptionsAmong<Entity>
>

/** Options of plugins: kept for types in a configuration, beside the fields in generated types. */
type OptionsAmong<Entity> = Omit<
  Entity extends { readonly '~traits'?: infer Traits } ? NonNullable<Traits> : Entity,
  Exclude<keyof CollectionTraits, keyof PluginOptions>
>

type Choice<Entity, Name extends string, Known> = Name extends keyof Entity
  ? [NonNullable<Entity[Name]>] extends [never]
    ? undefined
    : Extract<NonNullable<Entity[Name]>, Known>
  : undefined

type FieldsOf<Fields> = {
  readonly [Name in keyof Fields & string]: Fields[Name] extends {
    readonly type: infer Type
    readonly options: infer Options
  }
    ? FieldDefinition<NameOf<Type>, OptionsOf<Options>>
    : never
}

type NameOf<Type> = Type extends { readonly name: infer Name extends string } ? Name : Extract<Type, string>

type OptionsOf<Options> = {
  readonly [Name in keyof Options]: Name extends 'fields'
    ? FieldsOf<Options[Name]>
    : Name extends 'blocks'
      ? BlocksOf<Options[Name]>
      : Options[Name]
}

type BlocksOf<Blocks> = {
  readonly [Block in keyof Blocks]: Blocks[Block] extends PlainEntity
    ? { readonly fields: FieldsOf<Blocks[Block]['fields']> }
    : never
}
