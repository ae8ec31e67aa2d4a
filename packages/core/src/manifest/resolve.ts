import type {
  Contribution,
  Entity,
  EntityDraft,
  EntityKind,
  Feature,
  Manifest,
  Operation,
} from '../contracts/entity.ts'
import type { Localization } from '../contracts/localization.ts'
import type { Parameter } from '../contracts/operation.ts'
import type { RecordTable } from '../contracts/records.ts'
import { checkConfig } from '../config/check-config.ts'
import type { CollectionConfig } from '../config/collection.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { GlobalConfig } from '../config/global.ts'
import { parseDuration } from '../config/quantities.ts'
import { PARAMETERS } from '../query/parameters.ts'
import { checkJoins } from './check-joins.ts'
import { mergeWithoutClash } from './clashes.ts'
import { resolveFields } from './resolve-fields.ts'
import { adminCollection, resolveAuth, withAddress } from './resolve-auth.ts'
import { completeHooks, completeRules, withOwnDocument } from './rules.ts'
import { baseSystemFields } from './system-fields.ts'
import { tableOf } from './table.ts'

/** What the manifest is folded from, besides the configuration. */
export interface Parts<Call> {
  readonly features: readonly Feature<Call>[]
  /** Makes the bulk operation from the actions that an entity's features contribute. */
  readonly bulk: (actions: Entity['bulk']) => Operation<Call>
}

/** Configuration × features → manifest. Whatever cannot be served is an error here, at start, that names the place. */
export function resolveManifest<Call>(config: QuireConfig, parts: Parts<Call>): Manifest<Call> {
  checkConfig(config)
  const localization = resolveLocalization(config)
  const admins = adminCollection(config)
  const resolve = (
    kind: EntityKind,
    slug: string,
    options: CollectionConfig | GlobalConfig,
    authCollections: AuthCollections,
  ) => resolveEntity({ kind, slug, options, localization, parts, admins, authCollections })
  const entities = (kind: EntityKind, configs: Readonly<Record<string, CollectionConfig | GlobalConfig>>) =>
    Object.fromEntries(Object.entries(configs).map(([slug, options]) => [slug, resolve(kind, slug, options, [])]))
  const collections = entities('collection', config.collections)
  const globals = entities('global', config.globals ?? {})
  checkJoins(collections, globals)
  const authCollections = Object.values(collections).flatMap(({ slug, auth }) => (auth ? [{ slug, auth }] : []))
  const service = resolve('service', 'service', { fields: {} }, authCollections)
  const all = [...Object.values(collections), ...Object.values(globals), service]
  return deepFreeze({
    collections,
    globals,
    service,
    localization,
    parameters: byName([...PARAMETERS, ...all.flatMap((entity) => entity.parameters)]),
    records: Object.values(byName(all.flatMap((entity) => entity.records))),
  })
}

type AuthCollections = EntityDraft['authCollections']

interface EntityInput<Call> {
  readonly kind: EntityKind
  readonly slug: string
  readonly options: CollectionConfig | GlobalConfig
  readonly localization: Localization | null
  readonly parts: Parts<Call>
  readonly admins: string | null
  readonly authCollections: AuthCollections
}

function resolveEntity<Call>(input: EntityInput<Call>): ResolvedEntity<Call> {
  const { kind, slug, options, localization, parts, admins, authCollections } = input
  const auth = 'auth' in options && options.auth ? resolveAuth(options.auth, slug === admins) : null
  const fields = resolveFields(auth ? withAddress(options.fields) : options.fields, localization)
  const draft: EntityDraft = { kind, slug, options: { ...options }, fields, localization, auth, authCollections }
  const enabled = parts.features.filter((feature) => feature.for(draft))
  const contributions = enabled.map((feature) => [feature.name, feature.adds(draft)] as const)
  const each = <Value>(what: string, pick: (part: Contribution<Call>) => Readonly<Record<string, Value>>) =>
    mergeWithoutClash(
      `${kind} "${slug}": ${what}`,
      contributions.map(([name, part]) => [name, pick(part)] as const),
    )

  const columns = Object.values(each('column', (part) => byName(part.columns ?? [])))
  const bulk = each('bulk action', (part) => part.bulk ?? {})
  const own = each('operation', (part) => byName(part.operations ?? []))
  const all = Object.keys(bulk).length > 0 ? { ...own, bulk: parts.bulk(bulk) } : own
  const operations = checkRoutes(slug, extendParameters(all, contributions, localization !== null))
  return {
    kind,
    slug,
    label: options.label ?? slug,
    description: options.description ?? null,
    fields,
    systemFields: [
      ...baseSystemFields(kind),
      ...Object.values(each('system field', (part) => byName(part.systemFields ?? []))),
    ],
    rules: rulesOf(options, slug, auth !== null, admins),
    hooks: completeHooks(options.hooks ?? {}),
    features: enabled.map((feature) => feature.name),
    operations,
    bulk,
    scopes: contributions.flatMap(([, part]) => (part.scope ? [part.scope] : [])),
    table: tableOf({ kind, slug, fields }, columns, localization),
    localized: fields.some(hasLocalized),
    auth,
    cache: options.cache === undefined ? null : Math.floor(parseDuration(options.cache) / 1000),
    onRemove: contributions.flatMap(([, part]) => part.onRemove ?? []),
    parameters: contributions.flatMap(([, part]) => part.parameters ?? []),
    records: contributions.flatMap(([, part]) => part.records ?? []),
  }
}

function rulesOf(
  { access = {} }: CollectionConfig | GlobalConfig,
  slug: string,
  hasUsers: boolean,
  admins: string | null,
): Entity['rules'] {
  const rules = completeRules(access, admins)
  if (!hasUsers) return rules
  return { ...rules, read: withOwnDocument(rules.read, slug), update: withOwnDocument(rules.update, slug) }
}

/** An entity on its way into the manifest, which gathers the parameters and records of all. */
interface ResolvedEntity<Call> extends Entity<Call> {
  readonly parameters: readonly Parameter[]
  readonly records: readonly RecordTable[]
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.name, item]))
}

/** Adds what features ask of operations that exist; without localization no operation takes a locale. */
function extendParameters<Call>(
  operations: Readonly<Record<string, Operation<Call>>>,
  contributions: readonly (readonly [string, Contribution<Call>])[],
  localized: boolean,
): Record<string, Operation<Call>> {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const added = contributions.flatMap(([, part]) => part.extends?.[name] ?? [])
      const parameters = [...operation.parameters, ...added]
      const taken = localized ? parameters : parameters.filter((one) => one !== 'locale' && one !== 'fallbackLocale')
      return [name, { ...operation, parameters: taken }]
    }),
  )
}

/** Two operations on one route, or one local method, cannot both be meant. */
function checkRoutes<Call>(slug: string, operations: Record<string, Operation<Call>>): Record<string, Operation<Call>> {
  const parts = Object.entries(operations).map(([name, { endpoint, local }]) => {
    const route = `${endpoint.method} ${endpoint.base ?? ''}${endpoint.path.replaceAll(/\{[^}]+\}/g, '{}')}`
    return [`"${name}"`, { [route]: true, [`method ${local.method}`]: true }] as const
  })
  mergeWithoutClash(`"${slug}": route`, parts)
  return operations
}

function hasLocalized(node: Entity['fields'][number]): boolean {
  return (
    node.localized ||
    node.fields.some(hasLocalized) ||
    Object.values(node.blocks).some((inner) => inner.some(hasLocalized))
  )
}

/** Without `fallback`, every locale falls back to the default one. */
function resolveLocalization({ localization }: QuireConfig): Localization | null {
  if (!localization) return null
  const { locales, defaultLocale, fallback } = localization
  const chains = locales.map((locale) => {
    const chain = fallback ? (fallback[locale] ?? []) : locale === defaultLocale ? [] : [defaultLocale]
    return [locale, chain] as const
  })
  return { locales, defaultLocale, fallback: Object.fromEntries(chains) }
}

/** The manifest never changes; application code that reaches it cannot make it. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !(value instanceof RegExp)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
