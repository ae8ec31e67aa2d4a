import type { FieldDefinitions } from '../contracts/field.ts'
import type { AuthConfig } from './auth.ts'
import type { AuthorsChoice } from './authors.ts'
import type { CollectionConfig, CollectionConfigs, IndexesChoice, SortChoice } from './collection.ts'
import { rememberFolder } from './config-folder.ts'
import type { PluginConfig, QuireConfig } from './define-config.ts'
import type { GlobalConfig, GlobalConfigs } from './global.ts'
import type { CheckedFields } from './infer/checked-fields.ts'
import type { CheckedCollection } from './infer/checked-collection.ts'
import type { CheckedTargets } from './infer/checked-targets.ts'
import type { LocksChoice } from './locks.ts'
import type { SearchChoice } from './search.ts'
import type { TrashChoice } from './trash.ts'
import type { UploadChoice } from './upload.ts'
import type { VersionsChoice } from './versions.ts'

/**
 * The functions that configurations are written with. They return their argument; their types keep it exact, and find names that don't
 * exist. The interfaces are in files of their own, because the types that find mistakes are made of them.
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
  // Without globals, no slug is one of a global; the constraint alone would allow any.
  // oxlint-disable-next-line typescript/no-generated-empty-object-type
  const Globals extends GlobalConfigs = Record<never, never>,
  const Locale extends string = never,
  const Plugins extends readonly PluginConfig[] = readonly [],
>(
  config: QuireConfig<Collections, Globals, Locale> & { readonly plugins?: Plugins } & CheckedTargets<
      NoInfer<Collections>,
      NoInfer<Globals>,
      NoInfer<Plugins>
    >,
): QuireConfig<Collections, Globals, Locale> {
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
  const Sort extends SortChoice = undefined,
  const Indexes extends IndexesChoice = undefined,
>(
  config: CollectionConfig<Fields, Auth, Trash, Versions, Locks, undefined, Authors, Search> & {
    readonly auth: OnlyKnown<Auth>
    readonly defaultSort?: Sort
    readonly indexes?: Indexes
  } & CheckedCollection<
      CollectionConfig<NoInfer<Fields>, NoInfer<Auth>, undefined, undefined, undefined, undefined, NoInfer<Authors>>,
      NoInfer<Sort>,
      NoInfer<Indexes>,
      NoInfer<Search>
    >,
): CollectionConfig<
  Fields,
  NoInfer<Auth>,
  NoInfer<Trash>,
  NoInfer<Versions>,
  NoInfer<Locks>,
  undefined,
  NoInfer<Authors>,
  NoInfer<Search>
>
// This is a separate signature, because with a default type argument, functions inside `auth` would lose their types.
export function collection<
  const Fields extends FieldDefinitions,
  const Trash extends TrashChoice = undefined,
  const Versions extends VersionsChoice = undefined,
  const Locks extends LocksChoice = undefined,
  const Upload extends UploadChoice = undefined,
  const Authors extends AuthorsChoice = undefined,
  const Search extends SearchChoice = undefined,
  const Sort extends SortChoice = undefined,
  const Indexes extends IndexesChoice = undefined,
>(
  config: CollectionConfig<Fields, undefined, Trash, Versions, Locks, Upload, Authors, Search> & {
    readonly defaultSort?: Sort
    readonly indexes?: Indexes
  } & CheckedCollection<
      CollectionConfig<NoInfer<Fields>, undefined, undefined, undefined, undefined, NoInfer<Upload>, NoInfer<Authors>>,
      NoInfer<Sort>,
      NoInfer<Indexes>,
      NoInfer<Search>
    >,
): CollectionConfig<
  Fields,
  undefined,
  NoInfer<Trash>,
  NoInfer<Versions>,
  NoInfer<Locks>,
  NoInfer<Upload>,
  NoInfer<Authors>,
  NoInfer<Search>
>
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
>(
  config: GlobalConfig<Fields, Versions, Authors> & { readonly fields: CheckedFields<NoInfer<Fields>> },
): GlobalConfig<Fields, NoInfer<Versions>, NoInfer<Authors>> {
  return config
}
