import type { FieldNode } from '../contracts/field.ts'
import { onceFor } from './once-for.ts'

export function fieldsInside({ fields, blocks }: FieldNode): readonly FieldNode[] {
  return fields.length > 0 ? fields : Object.values(blocks).flat()
}

/** All fields at any depth, each of them before the fields inside it. */
export function flatten(fields: readonly FieldNode[]): FieldNode[] {
  return fields.flatMap((node) => [node, ...flatten(fieldsInside(node))])
}

export function hasLocalized(fields: readonly FieldNode[]): boolean {
  return fields.some((node) => node.localized || hasLocalized(fieldsInside(node)))
}

/**
 * Whether an update may send a relative change (increment, append) instead of a value: one number, or a list of values.
 */
export function takesRelativeChanges({ structure, many, storedAs }: FieldNode): boolean {
  return structure === 'value' && (many || storedAs === 'number')
}

/** All fields on a path, from the outermost to the one that it names; empty if there is no such field. */
export function wayTo(fields: readonly FieldNode[], path: string): readonly FieldNode[] {
  const node = fields.find((one) => path === one.path || path.startsWith(`${one.path}.`))
  if (!node) return []
  if (path === node.path) return [node]
  const inside = wayTo(fieldsInside(node), path)
  return inside.length === 0 ? [] : [node, ...inside]
}

export function nodeAt(fields: readonly FieldNode[], path: string): FieldNode | undefined {
  return wayTo(fields, path).at(-1)
}

/** Needed for every document and row. */
export const fieldsByName = onceFor(
  (fields: readonly FieldNode[]): ReadonlyMap<string, FieldNode> => new Map(fields.map((node) => [node.name, node])),
)
