import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { CollectionConfig } from '../config/collection.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { Entity } from '../contracts/entity.ts'
import type { Localization } from '../contracts/localization.ts'
import { nodeAt } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { parseSort } from '../query/parse-sort.ts'
import { type ConfiguredEntities, configuredPaths, problemsOf } from './configured-paths.ts'
import { OWN_OPTIONS } from './unclaimed-options.ts'

type Sorted = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table' | 'defaultSort'>

/** Problems of `defaultSort`, after all collections are resolved. */
export function defaultSortProblems(
  collections: Readonly<Record<string, Sorted>>,
  localization: Localization | null,
): ConfigurationProblem[] {
  return Object.values(collections).flatMap((collection) => sortProblems(collection, collections, localization))
}

function sortProblems(
  collection: Sorted,
  collections: ConfiguredEntities,
  localization: Localization | null,
): ConfigurationProblem[] {
  const { slug, defaultSort: sort } = collection
  if (sort === null) return []
  const paths = configuredPaths(collection, collections, localization)
  return problemsOf(`collections.${slug}.defaultSort`, () => parseSort(sort, paths))
}

interface Resolved {
  readonly collections: Readonly<Record<string, Sorted>>
  readonly localization: Localization | null
}

/**
 * Reports problems of `defaultSort` together with others that prevent resolving: `resolve` gets the configuration
 * without those parts. Says nothing about paths that may become valid.
 */
export function withDefaultSorts(
  error: ConfigurationError,
  config: QuireConfig,
  resolve: (sound: QuireConfig) => Resolved,
): ConfigurationError {
  const sound = soundPart(config, error.problems)
  if (!sound) return error
  let resolved: Resolved
  try {
    resolved = resolve(sound.config)
  } catch {
    // Other parts depend on the problems; `defaultSort` is checked after they are corrected.
    return error
  }
  const { collections, localization } = resolved
  const more = Object.values(collections).flatMap((collection) => {
    const { slug, defaultSort } = collection
    const certain = [defaultSort ?? []]
      .flat()
      .filter((key) => isCertain(key.replace(/^-/, ''), collection, sound.removed.get(slug)))
    return certain.length === 0 ? [] : sortProblems({ ...collection, defaultSort: certain }, collections, localization)
  })
  return more.length === 0 ? error : new ConfigurationError([...error.problems, ...more])
}

/** Whether a path can be judged: not in fields with problems, nor behind relationships. */
function isCertain(path: string, { fields }: Sorted, removed: ReadonlySet<string> = new Set()): boolean {
  const names = path.split('.')
  const leadsElsewhere = names.slice(0, -1).some((_, end) => {
    const node = nodeAt(fields, names.slice(0, end + 1).join('.'))
    return node !== undefined && (node.targets.length > 0 || node.join !== null)
  })
  return !removed.has(names[0] ?? '') && !leadsElsewhere
}

interface SoundPart {
  readonly config: QuireConfig
  /** Fields with problems, by collection. */
  readonly removed: ReadonlyMap<string, ReadonlySet<string>>
}

/** The configuration without the parts that have problems; null if everything is affected. */
function soundPart(config: QuireConfig, problems: readonly ConfigurationProblem[]): SoundPart | null {
  const places = problems.map(({ place }) => place.split('.'))
  if (places.some(([head]) => head === '' || head === 'localization')) return null
  if (!isObject(config.collections)) return null
  const removed = new Map<string, ReadonlySet<string>>()
  const collections: Record<string, CollectionConfig> = {}
  for (const [slug, collection] of Object.entries(config.collections)) {
    const own = places.filter(([kind, owner]) => kind === 'collections' && owner === slug)
    // Other options add fields, which the order may use.
    if (own.some(([, , option = '', field]) => !KEEPS_NAMES.has(option) || (option === 'fields' && !field))) continue
    const wrongFields = new Set(own.flatMap(([, , option, field]) => (option === 'fields' && field ? [field] : [])))
    const wrongOptions = new Set([...NAMES_PATHS, ...own.flatMap(([, , option = '']) => option)])
    removed.set(slug, wrongFields)
    collections[slug] = {
      ...without(collection, wrongOptions),
      fields: without(collection.fields, wrongFields),
    }
  }
  const others = without({ ...config }, new Set(places.map(([head = '']) => head)))
  return { config: { ...others, collections }, removed }
}

/** Options that may name a field with problems. */
const NAMES_PATHS = ['indexes', 'search']

/** Options that add no fields. */
const KEEPS_NAMES: ReadonlySet<string> = new Set([...OWN_OPTIONS, ...NAMES_PATHS])

function without<Value extends object>(value: Value, names: ReadonlySet<string>): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name))) as Value
}
