import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { Entity } from '../contracts/entity.ts'
import type { JoinOptions } from '../contracts/join.ts'
import type { Localization } from '../contracts/localization.ts'
import { flatten, nodeAt, wayTo } from '../content/field-tree.ts'
import { repeatsInside } from '../content/text-blocks.ts'
import { parseSort } from '../query/parse-sort.ts'
import { ALWAYS } from '../query/combine-conditions.ts'
import { defaultSortProblems } from './check-default-sorts.ts'
import { configuredPaths, problemsOf } from './configured-paths.ts'

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
