import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Localization } from '../contracts/localization.ts'
import { openPaths } from '../query/open-paths.ts'
import type { OtherCollection } from '../query/path-root.ts'
import type { CollectionConfig } from '../config/collection.ts'
import type { QuireConfig } from '../config/define-config.ts'
import { flatten, nodeAt, wayTo } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { parseSort } from '../query/parse-sort.ts'
import { OWN_OPTIONS } from './unclaimed-options.ts'
import type { JoinOptions } from '../contracts/field.ts'
import { repeatsInside } from '../content/walk-content.ts'
import { ALWAYS } from '../query/conditions.ts'

type ConfiguredEntity = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table'>

export type ConfiguredEntities = Readonly<Record<string, ConfiguredEntity>>

/** The paths that a configuration may name: those of a call in one locale, where no path names a locale. */
function configuredPaths(
  entity: ConfiguredEntity,
  collections: ConfiguredEntities,
  localization: Localization | null,
): OtherCollection {
  const chain = localization && [localization.defaultLocale]
  const locale = localization && chain && { all: false as const, locale: localization.defaultLocale, chain }
  return openPaths(entity, { collections, localization, locale })
}

function problemsOf(place: string, parse: () => unknown): ConfigurationProblem[] {
  try {
    parse()
    return []
  } catch (error) {
    if (!(error instanceof QuireError)) throw error
    return (error.issues ?? []).map(({ message }) => ({ place, message: asProblem(message) }))
  }
}

function asProblem(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}

type Sorted = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table' | 'defaultSort'>

/** Problems of `defaultSort`, after all collections are resolved. */
function defaultSortProblems(
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

type Entities = Readonly<Record<string, Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table' | 'defaultSort'>>>

/**
 * Checks that each join names a relationship that can point back to it, and existing paths in its `where` and `sort`,
 * and that each `defaultSort` is sortable. This needs all collections to be resolved.
 */
export function checkJoins(collections: Entities, globals: Entities, localization: Localization | null): void {
  const problems = defaultSortProblems(collections, localization)
  for (const { slug, fields } of Object.values(collections)) {
    for (const { path, join } of flatten(fields)) {
      if (!join) continue
      const place = `collections.${slug}.fields.${path}`
      const wrong = problemOf(join, slug, wayTo(fields, path).some(repeatsInside), collections)
      if (wrong) problems.push({ place, message: wrong })
      else problems.push(...queryProblems(join, place, collections, localization))
    }
  }
  for (const { slug, fields } of Object.values(globals)) {
    for (const { path, join } of flatten(fields)) {
      if (join)
        problems.push({
          place: `globals.${slug}.fields.${path}`,
          message: 'a global cannot have a join, because nothing can point to it',
        })
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
}

function problemOf(join: JoinOptions, slug: string, inRows: boolean, collections: Entities): string | null {
  if (inRows) return 'a join does not work inside arrays and blocks: move it out of there'
  const far = collections[join.collection]
  if (!far) return `names the collection "${join.collection}", which does not exist: add it, or correct the name`
  const node = nodeAt(far.fields, join.on)
  if (!node || node.targets.length === 0)
    return `\`on\` names "${join.on}", which is not a relationship of "${join.collection}"`
  if (!node.targets.includes(slug)) return `\`on\` names "${join.on}", which does not point to "${slug}"`
  if (join.writable && node.path.includes('.'))
    return '`writable` only works for a relationship at the top level of its collection'
  return null
}

function queryProblems(
  join: JoinOptions,
  place: string,
  collections: Entities,
  localization: Localization | null,
): ConfigurationProblem[] {
  const far = collections[join.collection]
  if (!far) return []
  const paths = configuredPaths(far, collections, localization)
  return [
    ...problemsOf(`${place}.where`, () => paths.joined(join, ALWAYS)),
    ...problemsOf(`${place}.sort`, () => join.sort === undefined || parseSort(join.sort, paths)),
  ]
}
