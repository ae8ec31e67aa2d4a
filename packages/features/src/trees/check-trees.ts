import { type Call, everyDocument, type Findings, type JsonObject, parseJson } from '@quirecms/core/feature'
import { parentIn, treesIn } from './keep-trees.ts'

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

/**
 * Cycles in a tree, each with its documents in the order from child to parent. `parents` maps a document to its
 * parent.
 */
export function circlesIn(parents: ReadonlyMap<string, string>): string[][] {
  const circles: string[][] = []
  const seen = new Set<string>()
  for (const start of parents.keys()) {
    const way: string[] = []
    const places = new Map<string, number>()
    let id: string | undefined = start
    while (id !== undefined && !seen.has(id)) {
      seen.add(id)
      places.set(id, way.length)
      way.push(id)
      id = parents.get(id)
    }
    const first = id === undefined ? undefined : places.get(id)
    if (first !== undefined) circles.push(way.slice(first))
  }
  return circles
}
