import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts'
import type { Entity } from '../contracts/entity.ts'
import type { FieldNode, JoinOptions } from '../contracts/field.ts'

type Entities = Readonly<Record<string, Pick<Entity, 'slug' | 'fields'>>>

/** A join must name a relationship that can point back to it; known only once all collections are resolved. */
export function checkJoins(collections: Entities, globals: Entities): void {
  const problems: ConfigurationProblem[] = []
  for (const { slug, fields } of Object.values(collections)) {
    eachJoin(fields, false, (node, join, inRows) => {
      const wrong = problemOf(join, slug, inRows, collections)
      if (wrong) problems.push({ place: `collections.${slug}.fields.${node.path}`, message: wrong })
    })
  }
  for (const { slug, fields } of Object.values(globals)) {
    eachJoin(fields, false, (node) => {
      problems.push({ place: `globals.${slug}.fields.${node.path}`, message: 'nothing can point to a global' })
    })
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
}

function eachJoin(
  fields: readonly FieldNode[],
  inRows: boolean,
  visit: (node: FieldNode, join: JoinOptions, inRows: boolean) => void,
): void {
  for (const node of fields) {
    if (node.join) visit(node, node.join, inRows)
    eachJoin(node.fields, inRows || node.structure === 'rows', visit)
    for (const block of Object.values(node.blocks)) eachJoin(block, true, visit)
  }
}

function problemOf(join: JoinOptions, slug: string, inRows: boolean, collections: Entities): string | null {
  if (inRows) return 'a join belongs to the document: it does not work inside arrays and blocks'
  const far = collections[join.collection]
  if (!far) return `names the collection "${join.collection}", which does not exist`
  const node = nodeAt(far.fields, join.on)
  if (!node || node.targets.length === 0)
    return `\`on\` names "${join.on}", which is no relationship of "${join.collection}"`
  if (!node.targets.includes(slug)) return `\`on\` names "${join.on}", which does not point to "${slug}"`
  if (join.writable && node.path.includes('.')) return '`writable` needs a relationship at the top of its collection'
  return null
}

/** A field by its path, at any depth. */
export function nodeAt(fields: readonly FieldNode[], path: string): FieldNode | undefined {
  for (const node of fields) {
    if (node.path === path) return node
    if (!path.startsWith(`${node.path}.`)) continue
    const found = nodeAt([...node.fields, ...Object.values(node.blocks).flat()], path)
    if (found) return found
  }
  return undefined
}
