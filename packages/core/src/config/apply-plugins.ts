import type { Hook } from '../contracts/hooks.ts'
import { isObject } from '../content/json-object.ts'
import {
  aBoolean,
  aFunction,
  aListOfFunctions,
  anObject,
  anObjectOf,
  anything,
  aText,
  type OptionKind,
} from '../fields/option-kinds.ts'
import { checkExpectations } from './check-expectations.ts'
import { aListOfTexts } from './check-server.ts'
import { COLLECTION_HOOKS, type CollectionConfig } from './collection.ts'
import type { PluginConfig, QuireConfig } from './define-config.ts'
import { GLOBAL_HOOKS, type GlobalConfig } from './global.ts'
import { join, ProblemList } from './problem-list.ts'
import { checkRoutes } from './route.ts'
import { isInRange } from './version-range.ts'

export interface AppliedPlugins {
  readonly config: QuireConfig
  readonly plugins: readonly PluginConfig[]
}

const KEY = /^[a-z][a-z0-9-]{0,62}$/

const A_RANGE = "must be a range of versions such as '^0.1.0'"

const KINDS: Readonly<Record<keyof PluginConfig, OptionKind>> = {
  key: (value) =>
    aText(value) ??
    (KEY.test(value as string)
      ? null
      : 'must have 1 to 63 lowercase letters, digits and hyphens, and start with a letter'),
  quire: (value) => aText(value) ?? (isInRange('0.0.0', value as string) === null ? A_RANGE : null),
  dependsOn: aListOfTexts,
  config: aFunction,
  collections: anObject,
  globals: anObject,
  api: anObject,
  expects: anObjectOf({ collections: anObject, globals: anObject }),
  hooks: anObject,
  routes: anything,
  admin: (value) => (value instanceof URL ? null : 'must be the URL of a module'),
  jobs: anObject,
  features: (value) => (Array.isArray(value) ? null : 'must be a list'),
  setup: aFunction,
}

const HOOK_KINDS = Object.fromEntries(COLLECTION_HOOKS.map((name) => [name, aListOfFunctions]))

/**
 * Applies plugins once, in their order. A conflict is an error at start that names both sides. `version` is the version
 * of Quire; plugins that require another one are refused.
 */
export function applyPlugins(given: QuireConfig, version?: string): AppliedPlugins {
  // `checkConfig` reports this later.
  if (!isObject(given)) return { config: given, plugins: [] }
  const { plugins: listed = [], ...rest } = given
  const problems = new ProblemList()
  const plugins = checkPlugins(listed, problems)
  if (version !== undefined) checkVersions(plugins, version, problems)
  problems.throwIfAny()
  let config: QuireConfig = rest
  for (const one of plugins) config = applyPlugin(config, one, problems)
  for (const one of plugins) checkExpectations(config, one, problems)
  problems.throwIfAny()
  return { config, plugins }
}

function checkPlugins(listed: unknown, problems: ProblemList): readonly PluginConfig[] {
  if (!Array.isArray(listed)) {
    problems.add('plugins', 'must be a list of plugins')
    return []
  }
  const before = new Set<string>()
  for (const [index, one] of listed.entries()) {
    const place = `plugins.${index}`
    const members = problems.members(one, place, KINDS, ['key'])
    if (!members) continue
    const { key, dependsOn, hooks, routes } = members as Partial<PluginConfig>
    if (isObject(hooks)) problems.members(hooks, join(place, 'hooks'), HOOK_KINDS)
    if (routes !== undefined) checkRoutes(routes, join(place, 'routes'), problems, { exact: aBoolean })
    for (const other of isList(dependsOn) ? dependsOn : []) {
      if (!before.has(other)) problems.add(place, `needs the plugin "${other}": list it before this one`)
    }
    if (key !== undefined && before.has(key))
      problems.add(place, `another plugin already has the key "${key}": list it only once, or choose another key`)
    if (key !== undefined) before.add(key)
  }
  return listed as PluginConfig[]
}

function checkVersions(plugins: readonly PluginConfig[], version: string, problems: ProblemList): void {
  for (const { key, quire } of plugins) {
    if (typeof quire === 'string' && isInRange(version, quire) === false)
      problems.add(`plugin "${key}"`, `needs Quire ${quire}, but this is ${version}: install a version that fits`)
  }
}

function applyPlugin(config: QuireConfig, one: PluginConfig, problems: ProblemList): QuireConfig {
  const changed = one.config ? one.config(config) : config
  if (!isObject(changed)) {
    problems.add(`plugin "${one.key}"`, '`config` must return the configuration')
    return config
  }
  if (changed.plugins !== undefined)
    problems.add(`plugin "${one.key}"`, '`config` must not add plugins: list them in `plugins`')
  // `checkConfig` refuses a configuration without collections.
  if (!isObject(changed.collections)) return changed
  const { admin, collections, globals, jobs, hooks } = one
  const merged: QuireConfig = {
    ...changed,
    collections: merge('collections', changed.collections, collections, one.key, problems),
    globals: merge('globals', changed.globals ?? {}, globals, one.key, problems),
    ...(admin && { admin: { ...changed.admin, extensions: [...(changed.admin?.extensions ?? []), admin] } }),
    ...(jobs && { jobs: merge('jobs', changed.jobs ?? {}, jobs, one.key, problems) }),
  }
  return hooks ? withHooks(merged, hooks) : merged
}

function merge<Value>(
  what: string,
  own: Readonly<Record<string, Value>>,
  further: Readonly<Record<string, Value>> = {},
  key: string,
  problems: ProblemList,
): Record<string, Value> {
  for (const slug of Object.keys(further)) {
    if (Object.hasOwn(own, slug))
      problems.add(`${what}.${slug}`, `already exists, and the plugin "${key}" adds it too: rename one of them`)
  }
  return { ...own, ...further }
}

function isList(value: readonly string[] | undefined): value is readonly string[] {
  return Array.isArray(value)
}

type Hooks = Readonly<Record<string, readonly Hook[] | undefined>>

function withHooks(config: QuireConfig, given: object): QuireConfig {
  // Each hook is called with what it expects (`HookSubjects`).
  const hooks = given as Hooks
  const add = <Entity extends CollectionConfig | GlobalConfig>(
    entities: Readonly<Record<string, Entity>>,
    names: readonly string[],
  ): Record<string, Entity> =>
    Object.fromEntries(
      Object.entries(entities).map(([slug, entity]) => {
        const own = (entity.hooks ?? {}) as Hooks
        const both: Hooks = Object.fromEntries(
          names.map((name) => [name, [...(own[name] ?? []), ...(hooks[name] ?? [])]]),
        )
        return [slug, { ...entity, hooks: both }]
      }),
    )
  return {
    ...config,
    collections: add(config.collections, COLLECTION_HOOKS),
    globals: add(config.globals ?? {}, GLOBAL_HOOKS),
  }
}
