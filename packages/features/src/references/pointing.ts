import {
  type Call,
  type Entity,
  type FieldNode,
  flatten,
  type Inverse,
  mayReadAt,
  type FilteredTables,
  tablesOf,
  pointsTo,
  readerOf,
  readerPathsIn,
  sourceOf,
} from '@quirecms/core/feature'

export interface Pointing {
  readonly entity: Entity<Call>
  readonly node: FieldNode
}

export function pointingTo({ entity: target, runtime: { manifest } }: Call): Pointing[] {
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  return entities.flatMap((entity) =>
    flatten(entity.fields).flatMap((node) => (pointsTo(node, target.slug) ? [{ entity, node }] : [])),
  )
}

/** Sources that the caller may read; null if there are none, or the caller may not read the field. */
export async function placesOfPointing(call: Call, { entity, node }: Pointing): Promise<FilteredTables | null> {
  const source = await sourceOf(call, entity, 'related')
  if (source.where.kind === 'never' || !mayReadAt(node.path, await readerPathsIn(call, entity, []))) return null
  return tablesOf(source)
}

/**
 * References to these documents from the field: up to `limit` sources per document, and the total. Omits documents
 * without any.
 */
export function inversesOf(
  call: Call,
  { node }: Pointing,
  { table, where: scope, union }: FilteredTables,
  ids: readonly string[],
  limit: number,
): Promise<Inverse[]> {
  return readerOf(call).findInverse({
    table,
    path: node.path,
    collection: call.entity.slug,
    ids,
    scope,
    ...(union && { union }),
    sort: [],
    limit,
  })
}
