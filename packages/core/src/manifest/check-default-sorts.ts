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

/** What is wrong with the `defaultSort` of collections. This needs all collections to be resolved. */
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
 * Lists what is wrong with `defaultSort` together with mistakes that keep the collections from being resolved: `resolve` gets the part of the
 * configuration without them. It says nothing of a path that may become sound once the other mistakes are corrected.
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
    // Something else depends on the mistakes, so `defaultSort` is checked when they are corrected.
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

/** Fields with mistakes, and what is behind relationships, are known later. */
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
  /** The fields with mistakes, by collection. */
  readonly removed: ReadonlyMap<string, ReadonlySet<string>>
}

/** Without fields, options and collections that have mistakes. Null if the mistakes concern everything. */
function soundPart(config: QuireConfig, problems: readonly ConfigurationProblem[]): SoundPart | null {
  const places = problems.map(({ place }) => place.split('.'))
  if (places.some(([head]) => head === '' || head === 'localization')) return null
  if (!isObject(config.collections)) return null
  const removed = new Map<string, ReadonlySet<string>>()
  const collections: Record<string, CollectionConfig> = {}
  for (const [slug, collection] of Object.entries(config.collections)) {
    const own = places.filter(([kind, owner]) => kind === 'collections' && owner === slug)
    // Other options bring fields that the order may go by.
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

/** These may name a field that has mistakes. */
const NAMES_PATHS = ['indexes', 'search']

/** Options that bring no fields. */
const KEEPS_NAMES: ReadonlySet<string> = new Set([...OWN_OPTIONS, ...NAMES_PATHS])

function without<Value extends object>(value: Value, names: ReadonlySet<string>): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name))) as Value
}
