import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { Entity } from '../contracts/entity.ts'
import { flatten, wayTo } from '../content/field-tree.ts'
import { repeatsInside } from '../content/text-blocks.ts'

type Entities = Readonly<Record<string, Pick<Entity, 'kind' | 'slug' | 'fields'>>>

export function checkTrees(collections: Entities, globals: Entities): void {
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
