import type { FieldDefinitions } from '../contracts/field.ts'
import type { AuthConfig } from './auth.ts'
import type { AuthorsChoice } from './authors.ts'
import type { CollectionConfig, CollectionConfigs, IndexesChoice, SortChoice } from './collection.ts'
import type { CommentsChoice } from './comments.ts'
import { rememberFolder } from './config-folder.ts'
import type { PluginConfig, QuireConfig } from './define-config.ts'
import type { GlobalConfig, GlobalConfigs } from './global.ts'
import type { JobConfigs } from './job.ts'
import type { CheckedFields } from './infer/checked-fields.ts'
import type { CheckedCollection } from './infer/checked-collection.ts'
import type { CheckedTargets } from './infer/checked-targets.ts'
import type { LocksChoice } from './locks.ts'
import type { SearchChoice } from './search.ts'
import type { TrashChoice } from './trash.ts'
import type { UploadChoice } from './upload.ts'
import type { VersionsChoice } from './versions.ts'

/**
 * The functions that define configurations. They return their argument; their types keep it exact, and report unknown
 * names. The interfaces are in separate files, because the checking types import them.
 */

/**
 * Describes an application. Returns its argument, with its exact type; `checkConfig` checks it at start.
 *
 * @example
 * export default defineConfig({
 *   database: sqlite('./data/app.db'),
 *   collections: { posts: collection({ fields: { title: f.text({ required: true }) } }) },
 * })
 */
export function defineConfig<
  const Collections extends CollectionConfigs,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- without globals, no slug is one of a global; the constraint alone would allow any
  const Globals extends GlobalConfigs = Record<never, never>,
  const Locale extends string = never,
  const Plugins extends readonly PluginConfig[] = readonly [],
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- as with globals
  const Jobs extends JobConfigs = Record<never, never>,
>(
  config: QuireConfig<Collections, Globals, Locale, Jobs> & { readonly plugins?: Plugins } & CheckedTargets<
      NoInfer<Collections>,
      NoInfer<Globals>,
      NoInfer<Plugins>
    >,
): QuireConfig<Collections, Globals, Locale, Jobs> {
  rememberFolder(config)
  return config
}

/**
 * Describes a collection: many documents with the same fields. Returns its argument, with its exact type.
 *
 * @example
 * const posts = collection({
 *   fields: { title: f.text({ required: true }) },
 *   access: { read: () => true, update: ({ actor }) => ({ author: { equals: actor?.id ?? null } }) },
 *   hooks: { beforeChange: [({ data }) => data] },
 * })
 */
export function collection<
  const Fields extends FieldDefinitions,
  const Auth extends true | AuthConfig,
  const Trash extends TrashChoice = undefined,
  const Versions extends VersionsChoice = undefined,
  const Locks extends LocksChoice = undefined,
  const Authors extends AuthorsChoice = undefined,
  const Search extends SearchChoice = undefined,
  const Comments extends CommentsChoice = undefined,
  const Sort extends SortChoice = undefined,
  const Indexes extends IndexesChoice = undefined,
>(
  config: CollectionConfig<{
    readonly fields: Fields
    readonly auth: Auth
    readonly trash: Trash
    readonly versions: Versions
    readonly locks: Locks
    readonly upload: undefined
    readonly authors: Authors
    readonly search: Search
    readonly comments: Comments
  }> & {
    readonly auth: OnlyKnown<Auth>
    readonly defaultSort?: Sort
    readonly indexes?: Indexes
  } & CheckedCollection<
      CollectionConfig<{
        readonly fields: NoInfer<Fields>
        readonly auth: NoInfer<Auth>
        readonly trash: undefined
        readonly versions: undefined
        readonly locks: undefined
        readonly upload: undefined
        readonly authors: NoInfer<Authors>
        readonly search: undefined
        readonly comments: undefined
      }>,
      NoInfer<Sort>,
      NoInfer<Indexes>,
      NoInfer<Search>
    >,
): CollectionConfig<{
  readonly fields: Fields
  readonly auth: NoInfer<Auth>
  readonly trash: NoInfer<Trash>
  readonly versions: NoInfer<Versions>
  readonly locks: NoInfer<Locks>
  readonly upload: undefined
  readonly authors: NoInfer<Authors>
  readonly search: NoInfer<Search>
  readonly comments: NoInfer<Comments>
}>
// A separate signature, because with a default type argument, functions inside `auth` would lose their types.
export function collection<
  const Fields extends FieldDefinitions,
  const Trash extends TrashChoice = undefined,
  const Versions extends VersionsChoice = undefined,
  const Locks extends LocksChoice = undefined,
  const Upload extends UploadChoice = undefined,
  const Authors extends AuthorsChoice = undefined,
  const Search extends SearchChoice = undefined,
  const Comments extends CommentsChoice = undefined,
  const Sort extends SortChoice = undefined,
  const Indexes extends IndexesChoice = undefined,
>(
  config: CollectionConfig<{
    readonly fields: Fields
    readonly auth: undefined
    readonly trash: Trash
    readonly versions: Versions
    readonly locks: Locks
    readonly upload: Upload
    readonly authors: Authors
    readonly search: Search
    readonly comments: Comments
  }> & {
    readonly defaultSort?: Sort
    readonly indexes?: Indexes
  } & CheckedCollection<
      CollectionConfig<{
        readonly fields: NoInfer<Fields>
        readonly auth: undefined
        readonly trash: undefined
        readonly versions: undefined
        readonly locks: undefined
        readonly upload: NoInfer<Upload>
        readonly authors: NoInfer<Authors>
        readonly search: undefined
        readonly comments: undefined
      }>,
      NoInfer<Sort>,
      NoInfer<Indexes>,
      NoInfer<Search>
    >,
): CollectionConfig<{
  readonly fields: Fields
  readonly auth: undefined
  readonly trash: NoInfer<Trash>
  readonly versions: NoInfer<Versions>
  readonly locks: NoInfer<Locks>
  readonly upload: NoInfer<Upload>
  readonly authors: NoInfer<Authors>
  readonly search: NoInfer<Search>
  readonly comments: NoInfer<Comments>
}>
export function collection(config: CollectionConfig): CollectionConfig {
  return config
}

/** Makes the compiler report a misspelt option, even though the exact type of `auth` is inferred. */
type OnlyKnown<Auth> = { readonly [Name in Exclude<keyof Auth, keyof AuthConfig | keyof boolean>]: never }

/**
 * Describes a global: one document, such as the settings of a site. Returns its argument, with its exact type.
 *
 * @example
 * const settings = global({ fields: { siteName: f.text({ required: true }) }, access: { read: () => true } })
 */
export function global<
  const Fields extends FieldDefinitions,
  const Versions extends VersionsChoice = undefined,
  const Authors extends AuthorsChoice = undefined,
  const Comments extends CommentsChoice = undefined,
>(
  config: GlobalConfig<{
    readonly fields: Fields
    readonly versions: Versions
    readonly authors: Authors
    readonly comments: Comments
  }> & {
    readonly fields: CheckedFields<NoInfer<Fields>>
  },
): GlobalConfig<{
  readonly fields: Fields
  readonly versions: NoInfer<Versions>
  readonly authors: NoInfer<Authors>
  readonly comments: NoInfer<Comments>
}> {
  return config
}
