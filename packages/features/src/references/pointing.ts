import {
  type Call,
  type Entity,
  type FieldNode,
  type FilteredTables,
  flatten,
  type Inverse,
  readerOf,
} from '@quirecms/core/feature'

export interface Pointing {
  readonly entity: Entity<Call>
  readonly node: FieldNode
}

export function pointingTo({ entity: target, runtime: { manifest } }: Call): Pointing[] {
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  return entities.flatMap((entity) =>
    flatten(entity.fields).flatMap((node) =>
      node.targets.includes(target.slug) || node.mentions.includes(target.slug) ? [{ entity, node }] : [],
    ),
  )
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
