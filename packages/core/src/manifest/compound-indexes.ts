import type { PathStep } from '../contracts/condition.ts'
import type { SystemField } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import { storedForm } from '../contracts/operators.ts'
import type { Localization } from '../contracts/localization.ts'
import { type IndexPart, type IndexSpec, PART_SEPARATOR } from '../contracts/storage-schema.ts'
import { wayTo } from '../content/field-tree.ts'
import type { CompoundIndex } from '../config/collection.ts'
import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import { isShort } from './table.ts'

interface Fields {
  readonly slug: string
  readonly fields: readonly FieldNode[]
  readonly systemFields: readonly SystemField[]
}

/**
 * Resolves the `indexes` of a collection. An index with a localized field exists once for each locale: unique indexes
 * hold the locale's own values, others the values that reads find, fallbacks included.
 */
export function compoundIndexes(
  entity: Fields,
  given: readonly CompoundIndex[],
  localization: Localization | null,
): IndexSpec[] {
  const problems: ConfigurationProblem[] = []
  const indexes = given.flatMap(({ fields: paths, unique = false }, number) => {
    const wrong = paths.flatMap((path) => problemOf(path, entity, unique))
    const place = `collections.${entity.slug}.indexes.${number}`
    problems.push(...wrong.map((message) => ({ place, message })))
    if (wrong.length > 0) return []
    const isLocalized = paths.some((path) => wayTo(entity.fields, path).some((node) => node.localized))
    const places = isLocalized && localization ? localization.locales : [null]
    return places.map((locale) => {
      const fallbacks = (locale !== null && !unique && localization?.fallback[locale]) || []
      const chain = locale === null ? [] : [locale, ...fallbacks]
      return indexOf(
        paths.map((path) => partAt(path, entity, chain)),
        unique,
      )
    })
  })
  if (problems.length > 0) throw new ConfigurationError(problems)
  return indexes
}

function indexOf([first, ...more]: readonly IndexPart[], unique: boolean): IndexSpec {
  if (!first) throw new Error('an index needs a field')
  const name = [first, ...more].map((part) => part.name).join(PART_SEPARATOR)
  return { ...first, name, unique, more }
}

function problemOf(path: string, { fields, systemFields }: Fields, unique: boolean): string[] {
  if (systemFields.some(({ name }) => name === path))
    return unique ? [`names "${path}", which cannot be part of a unique index: leave it out`] : []
  const way = wayTo(fields, path)
  const node = way.at(-1)
  if (!node) return [`names "${path}", which is not a field of this collection`]
  const isIndexable = way.slice(0, -1).every(({ structure }) => structure === 'group') && isComparable(node)
  return isIndexable ? [] : [`names "${path}", which is not a single value that can be compared`]
}

function isComparable({ structure, storedAs, many }: FieldNode): boolean {
  return structure === 'value' && !many && storedAs !== null && storedAs !== 'json' && storedAs !== 'point'
}

/** `chain`: the locales in which localized values are looked up. */
function partAt(path: string, { fields, systemFields }: Fields, chain: readonly string[]): IndexPart {
  const system = systemFields.find(({ name }) => name === path)
  if (system) {
    const steps = [{ kind: 'column', name: system.column } as const]
    return { name: path, path: { steps, storedAs: storedForm(system.storedAs) }, short: true }
  }
  const way = wayTo(fields, path)
  const node = way.at(-1)
  if (!node?.storedAs) throw new Error(`${path} cannot be indexed`)
  const isLocalized = chain.length > 0 && way.some(({ localized }) => localized)
  const suffix = isLocalized ? `@${chain.join('+')}` : ''
  const steps = way.flatMap(({ name, localized }): PathStep[] => [
    { kind: 'key', name },
    ...(localized && isLocalized ? [{ kind: 'locale', chain } as const] : []),
  ])
  return { name: path + suffix, path: { steps, storedAs: storedForm(node.storedAs) }, short: isShort(node) }
}
