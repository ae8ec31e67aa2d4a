import { type FieldNode, flatten, isObject, type JsonObject, type JsonValue, treeDepth } from '@quirecms/core/feature'

export interface Tree {
  readonly node: FieldNode
  /** Maximum number of documents from a root to a leaf, both included. */
  readonly depth: number
}

const known = new WeakMap<readonly FieldNode[], readonly Tree[]>()

export function treesIn(fields: readonly FieldNode[]): readonly Tree[] {
  const found =
    known.get(fields) ??
    flatten(fields).flatMap((node): Tree[] => {
      const depth = treeDepth(node.options['tree'])
      return depth === null ? [] : [{ node, depth }]
    })
  known.set(fields, found)
  return found
}

/** The parent of a document; null for a root. The field may be within groups, but not within rows. */
export function parentIn({ node }: Tree, content: JsonObject): string | null {
  let value: JsonValue | undefined = content
  for (const name of node.path.split('.')) value = isObject(value) ? value[name] : undefined
  return typeof value === 'string' ? value : null
}
