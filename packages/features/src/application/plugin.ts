import type {
  COLLECTION_HOOKS,
  CollectionConfigs,
  GlobalConfigs,
  HookArguments,
  HookSubjects,
  PluginApp,
  PluginConfig,
  PluginRouteConfig,
  QuireConfig,
} from '@quirecms/core/feature'
import type { CheckedCode } from './checked-code.ts'
import type { CodeOf, Open, TypedRoute } from './code-types.ts'
import type { LocalApi } from './local-api-types.ts'
import { withCode } from './with-code.ts'

/** A plugin without its code. */
export interface PluginModel extends Omit<PluginConfig, 'hooks' | 'routes' | 'setup'> {
  readonly hooks?: never
  readonly routes?: never
  readonly setup?: never
}

/** Without collections, no slug is valid; the constraint alone would allow any. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the constraint alone would allow any slug
type None = Record<never, never>

type OwnConfig<Model extends PluginModel> = QuireConfig<CollectionsOf<Model>, GlobalsOf<Model>>

/** What the plugin's code knows of the application: its own entities, and those that it expects. */
type ConfigOfModel<Model extends PluginModel> = Model extends { readonly expects: infer Expected }
  ? QuireConfig<CollectionsOf<Model> & CollectionsOf<Expected>, GlobalsOf<Model> & GlobalsOf<Expected>>
  : OwnConfig<Model>

type CollectionsOf<Model> = Model extends { readonly collections: infer Collections extends CollectionConfigs }
  ? Collections
  : None

type GlobalsOf<Model> = Model extends { readonly globals: infer Globals extends GlobalConfigs } ? Globals : None

type HookName = (typeof COLLECTION_HOOKS)[number]

type PluginHookArguments<Config extends QuireConfig, Name extends HookName> = Omit<
  HookArguments,
  'data' | 'doc' | 'next' | 'previous' | 'local'
> &
  HookSubjects[Name] & { readonly local: LocalApi<Config> }

interface TypedPluginApp<Config extends QuireConfig> extends Omit<PluginApp, 'local'> {
  readonly local: LocalApi<Config>
}

/**
 * Code of a plugin, typed by the collections and globals that it brings or expects. Rules and hooks of single
 * collections are limited to those that it brings (`Brought`).
 */
export interface PluginCode<Config extends QuireConfig, Brought extends QuireConfig = Config>
  extends CodeOf<Brought, Config> {
  /** Run after the application's hooks, for every collection and global; `collection` says which. */
  readonly hooks?: {
    readonly [Name in (typeof COLLECTION_HOOKS)[number]]?: readonly ((
      args: PluginHookArguments<Config, Name>,
    ) => unknown)[]
  }
  readonly routes?: readonly (TypedRoute<Config> & Pick<PluginRouteConfig, 'exact'>)[]
  /** Called once before the application serves requests. */
  readonly setup?: (app: TypedPluginApp<Config>) => unknown
}

/** A plugin whose code was checked against its own collections and globals. */
export type TypedPlugin<Model extends PluginModel> = Omit<PluginConfig, 'collections' | 'globals' | 'api'> &
  Pick<Model, Extract<keyof Model, 'collections' | 'globals' | 'api'>>

/**
 * Describes a plugin. Code in the second argument knows the collections and globals of the plugin; code in the first
 * can't, because their type is not complete there.
 *
 * @example
 * const audit = plugin(
 *   { key: 'audit', collections: { entries: collection({ fields: { text: f.text() } }) } },
 *   { routes: [route({ method: 'GET', path: '/count', handler: ({ local }) => local.collections.entries.count() })] },
 * )
 * export default defineConfig({ plugins: [audit], collections: {} })
 */
export function plugin<const Config extends PluginConfig>(config: Config): Config
export function plugin<
  const Model extends PluginModel,
  const Code extends PluginCode<ConfigOfModel<Model>, OwnConfig<Model>>,
>(model: Model, code: Code & CheckedCode<Open<OwnConfig<Model>>, Code>): TypedPlugin<Model>
export function plugin(config: PluginConfig, code?: object): PluginConfig {
  if (!code) return config
  // Safe cast: the application passes its own local API, which includes the plugin's entities.
  const { hooks, setup, ...ofEntities } = code as Pick<PluginConfig, 'hooks' | 'setup'>
  const { collections = {}, globals = {} } = config
  const own: QuireConfig = { collections, globals }
  const coded: Omit<QuireConfig, 'admin'> = withCode(own, ofEntities)
  return { ...config, ...coded, ...(hooks && { hooks }), ...(setup && { setup }) }
}
