import type { RuleName } from '../contracts/access.ts'
import type { EntityDraft, Feature } from '../contracts/contribution.ts'
import type { Entity, EntityKind, Manifest } from '../contracts/entity.ts'
import type { Localization } from '../contracts/localization.ts'
import { checkConfig } from '../config/check-config.ts'
import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { CollectionConfig } from '../config/collection.ts'
import type { PluginConfig, QuireConfig } from '../config/define-config.ts'
import type { GlobalConfig } from '../config/global.ts'
import { resolveBulk, resolvePopulation } from '../config/service-options.ts'
import { ProblemList } from '../config/problem-list.ts'
import { PARAMETERS } from '../query/parameters.ts'
import { mapValues } from '../content/json-object.ts'
import { checkCredentials } from './check-credentials.ts'
import { checkJoins, withDefaultSorts } from './check-paths.ts'
import { firstByName } from './resolve-operations.ts'
import { checkNamedRules, checkRulesOfFeatures, optionsOfFeatures, rulesOfFeatures } from './feature-rules.ts'
import { adminCollection } from './resolve-auth.ts'
import { type Parts, resolveEntity } from './resolve-entity.ts'
import { resolveJobs, resolveQueue } from './resolve-jobs.ts'
import { resolveRecords } from './resolve-records.ts'
import { resolveRoutes } from './resolve-routes.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import { flatten, wayTo } from '../content/field-tree.ts'
import { repeatsInside } from '../content/walk-content.ts'

/**
 * Builds the manifest from the configuration and the features. Throws at start, with the place in the configuration, if
 * something is invalid.
 */
export function resolveManifest<Call>(
  config: QuireConfig,
  parts: Parts<Call>,
  plugins: readonly PluginConfig[] = [],
): Manifest<Call> {
  try {
    return resolveSound(config, parts, plugins)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw withDefaultSorts(error, config, (sound) => {
      const resolve = entityResolver(sound, parts, rulesOfFeatures(parts.features), new ProblemList())
      const collections = mapValues(sound.collections, (options, slug) => resolve('collection', slug, options, []))
      return { collections, localization: resolveLocalization(sound) }
    })
  }
}

function resolveSound<Call>(config: QuireConfig, parts: Parts<Call>, plugins: readonly PluginConfig[]): Manifest<Call> {
  const rules = rulesOfFeatures(parts.features)
  const problems = new ProblemList()
  checkRulesOfFeatures(parts.features, problems)
  const ownOptions = optionsOfFeatures(parts.features, problems)
  checkConfig(config, { rules, options: ownOptions })
  const localization = resolveLocalization(config)
  const admins = adminCollection(config)
  checkNeeds(parts.features, problems)
  const resolve = entityResolver(config, parts, rules, problems)
  const entities = (kind: EntityKind, configs: Readonly<Record<string, CollectionConfig | GlobalConfig>>) =>
    Object.fromEntries(Object.entries(configs).map(([slug, options]) => [slug, resolve(kind, slug, options, [])]))
  const collections = entities('collection', config.collections)
  const globals = entities('global', config.globals ?? {})
  problems.throwIfAny()
  checkJoins(collections, globals, localization)
  checkTrees(collections, globals)
  const authCollections = Object.values(collections).flatMap(({ slug, auth }) => (auth ? [{ slug, auth }] : []))
  const usesFiles = Object.values(collections).some((entity) => entity.usesFiles)
  const added = new Set(Object.values(collections).flatMap(({ addedParameters }) => addedParameters))
  const ofDocuments = [...Object.values(collections), ...Object.values(globals)]
  const jobs = resolveJobs<Call>(config.jobs ?? {}, ofDocuments, problems)
  // Safe cast: the service calls the jobs with the same type of call.
  const named = Object.values(jobs) as unknown as EntityDraft['namedJobs']
  const service = resolve('service', 'service', { fields: {} }, authCollections, usesFiles, added, named)
  problems.throwIfAny()
  const all = [...Object.values(collections), ...Object.values(globals), service]
  for (const entity of all) checkNamedRules(entity)
  const parameters = firstByName([...PARAMETERS, ...all.flatMap((entity) => entity.parameters)])
  const misplaced = all.find((entity) => entity !== service && entity.credentials.length > 0)
  if (misplaced)
    throw new Error(`${misplaced.kind} "${misplaced.slug}" has kinds of credentials: add them to the service`)
  checkCredentials(service.credentials, { collections, parameters })
  return deepFreeze({
    collections,
    globals,
    service,
    localization,
    parameters,
    ...resolveRecords(
      all.flatMap(({ records }) => records),
      plugins,
    ),
    credentials: service.credentials,
    population: resolvePopulation(config.population),
    bulk: resolveBulk(config.bulk),
    admins,
    adminPath: config.admin?.path === false ? null : (config.admin?.path ?? '/admin'),
    routes: resolveRoutes(config, plugins, all),
    jobs,
    queue: resolveQueue(config.queue),
  })
}

function entityResolver<Call>(
  config: QuireConfig,
  parts: Parts<Call>,
  rules: readonly RuleName[],
  problems: ProblemList,
) {
  const localization = resolveLocalization(config)
  const admins = adminCollection(config)
  const userCollections = Object.keys(config.collections).filter((slug) => config.collections[slug]?.auth !== undefined)
  const mentionable = Object.keys(config.collections).filter((slug) => !userCollections.includes(slug))
  const joined = joinedPaths(config.collections)
  return (
    kind: EntityKind,
    slug: string,
    options: CollectionConfig | GlobalConfig,
    authCollections: EntityDraft['authCollections'],
    usesFiles = false,
    parametersOfCollections: EntityDraft['parametersOfCollections'] = new Set(),
    namedJobs: EntityDraft['namedJobs'] = [],
  ) =>
    resolveEntity({
      kind,
      slug,
      options,
      localization,
      parts,
      admins,
      application: config,
      rules,
      hasUsers: userCollections.length > 0,
      userCollections,
      mentionable,
      authCollections,
      usesFiles,
      sendsMail: (config.email ?? config.mailer) !== undefined,
      namedJobs,
      parametersOfCollections,
      joined: kind === 'collection' ? joined(slug) : new Set(),
      problems,
    })
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

/** Makes the manifest immutable, also for application code that gets a reference to it. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !(value instanceof RegExp)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

/** Checks that each feature has the features that it depends on; a missing one would otherwise fail during a call. */
function checkNeeds<Call>(features: readonly Feature<Call>[], problems: ProblemList): void {
  const names = new Set(features.map(({ name }) => name))
  for (const { name, needs = [] } of features) {
    for (const needed of needs.filter((one) => !names.has(one)))
      problems.add('', `The feature "${name}" needs the feature "${needed}". Add it, or leave out "${name}".`)
  }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The relationships of each collection that joins of other collections read backwards. They always get an index: joins
 * are part of every response, which would otherwise sort all documents that point here (ADR 17).
 */
function joinedPaths(
  collections: Readonly<Record<string, Pick<CollectionConfig, 'fields'>>>,
): (slug: string) => ReadonlySet<string> {
  const joined = new Map<string, Set<string>>()
  const visit = (fields: FieldDefinitions): void => {
    for (const { type, options } of Object.values(fields)) {
      const { collection, on } = type.join(options) ?? {}
      if (collection !== undefined && on !== undefined)
        joined.set(collection, (joined.get(collection) ?? new Set()).add(on))
      if (type.structure === 'group') visit(type.children(options) ?? {})
    }
  }
  for (const { fields } of Object.values(collections)) visit(fields)
  return (slug) => joined.get(slug) ?? NONE
}

type Entities = Readonly<Record<string, Pick<Entity, 'kind' | 'slug' | 'fields'>>>

function checkTrees(collections: Entities, globals: Entities): void {
  const problems: ConfigurationProblem[] = []
  for (const { kind, slug, fields } of [...Object.values(collections), ...Object.values(globals)]) {
    for (const { path, targets, options } of flatten(fields)) {
      if (!options['tree']) continue
      const way = wayTo(fields, path)
      const place = `${kind}s.${slug}.fields.${path}`
      const only = `\`tree\` only works`
      if (kind !== 'collection' || targets.some((target) => target !== slug))
        problems.push({ place, message: `${only} for a relationship to its own collection` })
      else if (way.some(repeatsInside))
        problems.push({ place, message: `${only} outside of arrays and blocks, since each document has one place` })
      else if (way.some(({ localized }) => localized))
        problems.push({
          place,
          message: `${only} if the field is not localized: a document has one place in all locales`,
        })
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
}
