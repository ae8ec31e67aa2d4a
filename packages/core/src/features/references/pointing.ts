import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { Inverse } from '../../contracts/document-storage.ts'
import type { Places } from '../../contracts/source.ts'
import { flatten } from '../../content/field-tree.ts'
import { pointsTo } from '../../content/references.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { readerPathsIn } from '../../engine/paths/reader-paths.ts'
import { placesOf, sourceOf } from '../../engine/source.ts'
import { mayReadAt } from '../../query/path-scope.ts'

/** A relationship that can lead to documents of the call's collection. */
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

/** Where the caller sees what points there; null where that is nowhere, or where what the field holds is not to be read. */
export async function placesOfPointing(call: Call, { entity, node }: Pointing): Promise<Places | null> {
  const source = await sourceOf(call, entity, 'related')
  if (source.where.kind === 'never' || !mayReadAt(node.path, await readerPathsIn(call, entity, []))) return null
  return placesOf(source)
}

/** What points to these documents from there, as far as anything does: so many sources of each, and how many there are. */
export function inversesOf(
  call: Call,
  { node }: Pointing,
  { table, where: scope, beside }: Places,
  ids: readonly string[],
  limit: number,
): Promise<Inverse[]> {
  return readerOf(call).findInverse({
    table,
    path: node.path,
    collection: call.entity.slug,
    ids,
    scope,
    ...(beside && { beside }),
    sort: [],
    limit,
  })
}
