import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { Entity } from '../contracts/entity.ts'
import type { JoinOptions } from '../contracts/field.ts'
import { flatten, nodeAt, wayTo } from '../content/field-tree.ts'
import { holdsRows } from '../content/rows.ts'

type Entities = Readonly<Record<string, Pick<Entity, 'slug' | 'fields'>>>

/** Checks that each join names a relationship that can point back to it. This needs all collections to be resolved. */
export function checkJoins(collections: Entities, globals: Entities): void {
  const problems: ConfigurationProblem[] = []
  for (const { slug, fields } of Object.values(collections)) {
    for (const { path, join } of flatten(fields)) {
      const wrong = join && problemOf(join, slug, wayTo(fields, path).some(holdsRows), collections)
      if (wrong) problems.push({ place: `collections.${slug}.fields.${path}`, message: wrong })
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
  if (inRows) return 'a join does not work inside arrays and blocks'
  const far = collections[join.collection]
  if (!far) return `names the collection "${join.collection}", which does not exist`
  const node = nodeAt(far.fields, join.on)
  if (!node || node.targets.length === 0)
    return `\`on\` names "${join.on}", which is not a relationship of "${join.collection}"`
  if (!node.targets.includes(slug)) return `\`on\` names "${join.on}", which does not point to "${slug}"`
  if (join.writable && node.path.includes('.'))
    return '`writable` only works for a relationship at the top level of its collection'
  return null
}
