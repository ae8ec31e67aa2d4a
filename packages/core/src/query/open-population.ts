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
 * A population in which the places that another one names are marked as opened: they are read with other rights than the rest, and show no
 * more than that one selects. Nothing is populated that was not asked for.
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

/** What an opening population says of the documents of a collection at this field; null where it does not name it. */
export function openedTarget(opened: Population | null, node: FieldNode, slug: string): PopulatedTarget | null {
  return opened && populatedTarget(opened, node, slug)
}
