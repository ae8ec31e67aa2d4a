import type { FieldNode } from '../contracts/field.ts'
import { flatten } from '../content/field-tree.ts'
import {
  type Collections,
  type Population,
  type PopulatedTarget,
  populatedTarget,
  targetsOf,
} from './parse-populate.ts'

/**
 * Marks the parts of a population that `opened` (from a preview token) also names. They are read with the rights of the
 * token, and show at most what `opened` selects. Adds no population that the request did not ask for.
 */
export function openPopulation(
  asked: Population,
  opened: Population | null,
  fields: readonly FieldNode[],
  collections: Collections,
): Population {
  if (!opened) return asked
  const nodes = flatten(fields).filter((node) => targetsOf(node).length > 0)
  const entries = nodes.map((node) => {
    const targets = targetsOf(node).flatMap((slug): [string, PopulatedTarget][] => {
      const wanted = populatedTarget(asked, node, slug)
      const open = openedTarget(opened, node, slug)
      if (!wanted) return []
      if (!open) return [[slug, wanted]]
      const below = collections[slug]?.fields ?? []
      const population = wanted.population && openPopulation(wanted.population, open.population, below, collections)
      return [[slug, { ...wanted, population, opened: open }]]
    })
    return [node.path, new Map(targets)] as const
  })
  return { fields: new Map(entries) }
}

/** How `opened` populates the documents of a collection at this field; null if it does not name the field. */
export function openedTarget(opened: Population | null, node: FieldNode, slug: string): PopulatedTarget | null {
  return opened && populatedTarget(opened, node, slug)
}
