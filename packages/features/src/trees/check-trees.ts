import { type Call, everyDocument, type Findings, type JsonObject, parseJson } from '@quirecms/core/feature'
import { circlesIn } from './circles.ts'
import { parentIn, treesIn } from './tree-fields.ts'

const MOST_NAMED = 5

/**
 * Checks that no document is its own ancestor. Data from before `tree: true`, or written directly to the database,
 * may contain cycles.
 */
export async function* checkTrees({ runtime, entity: { fields, table, tables } }: Call): Findings {
  const { reader } = runtime.storage
  for (const tree of treesIn(fields)) {
    for (const { name } of [table, ...tables]) {
      const parents = new Map<string, string>()
      for await (const { id, json } of everyDocument(reader, name)) {
        const parent = parentIn(tree, parseJson(json) as JsonObject)
        if (parent !== null) parents.set(id, parent)
      }
      for (const circle of circlesIn(parents)) {
        const others = circle.slice(1, MOST_NAMED)
        const more = circle.length > MOST_NAMED ? ` and ${circle.length - MOST_NAMED} more` : ''
        yield {
          place: `${name} ${circle[0]}`,
          message:
            others.length === 0
              ? `The document is above itself in "${tree.node.path}". Choose another one there, or none.`
              : `The document is above itself in "${tree.node.path}", by way of ${others.join(', ')}${more}. Choose another one in one of them, or none.`,
        }
      }
    }
  }
}
