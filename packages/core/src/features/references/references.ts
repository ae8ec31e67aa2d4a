import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { flatten } from '../../content/field-tree.ts'
import { pointsTo } from '../../content/references.ts'
import { refuse } from '../../engine/access.ts'
import { type Call, defineOperation, documentId, readerOf } from '../../engine/call.ts'
import { notFound } from '../../engine/read/find-document.ts'
import { paginate, requestedPage } from '../../engine/read/read-request.ts'
import { readerPathsIn } from '../../engine/paths/reader-paths.ts'
import { findIn, placesOf, sourceOf } from '../../engine/source.ts'
import { mayReadAt } from '../../query/path-scope.ts'
import { REFERENCE_API } from './reference-api.ts'

/**
 * Which documents point to one, and through which field: what a deletion would concern. Only those that the caller may read are listed
 * and counted, and only fields whose value the caller may read in all documents, as in joins.
 */
export const references = defineOperation({
  ...REFERENCE_API.references,
  rule: 'read',
  async run(call) {
    const request = requestedPage(call)
    const id = await idOfReadable(call)
    const docs: JsonObject[] = []
    const first = (request.page - 1) * request.limit
    let total = 0
    for (const pointing of pointingTo(call)) {
      // Those of the fields before, and what is still missing of this page.
      const skipped = Math.max(0, first - total)
      const wanted = request.limit - docs.length
      const found = await sourcesOf(call, pointing, id, wanted > 0 ? skipped + wanted : 0)
      const { kind, slug } = pointing.entity
      if (wanted > 0)
        docs.push(
          ...found.sources.slice(skipped).map((source) => ({ kind, slug, id: source, field: pointing.node.path })),
        )
      total += found.total
    }
    return { kind: 'value', value: { docs, pagination: { ...paginate(request, total) } } }
  },
})

/** The document that the call names, in whatever copy its caller may read: also a draft that never was live. */
async function idOfReadable(call: Call): Promise<string> {
  const source = await sourceOf(call, call.entity, 'any')
  if (source.where.kind === 'never') throw refuse(call)
  const id = documentId(call)
  if (id === null || !(await findIn(call, source, id))) throw notFound()
  return id
}

/** A relationship that can lead to documents of the call's collection. */
interface Pointing {
  readonly entity: Entity<Call>
  readonly node: FieldNode
}

function pointingTo({ entity: target, runtime: { manifest } }: Call): Pointing[] {
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  return entities.flatMap((entity) =>
    flatten(entity.fields).flatMap((node) => (pointsTo(node, target.slug) ? [{ entity, node }] : [])),
  )
}

interface Sources {
  readonly total: number
  readonly sources: readonly string[]
}

/** Those that the caller reads, whichever copy of them that is. */
async function sourcesOf(call: Call, { entity, node }: Pointing, id: string, limit: number): Promise<Sources> {
  const source = await sourceOf(call, entity, 'related')
  // None where the caller sees nothing, or not what the field holds.
  if (source.where.kind === 'never' || !mayReadAt(node.path, await readerPathsIn(call, entity, []))) return NO_SOURCES
  const { table, where: scope, beside } = placesOf(source)
  const [inverse] = await readerOf(call).findInverse({
    table,
    path: node.path,
    collection: call.entity.slug,
    ids: [id],
    scope,
    ...(beside && { beside }),
    sort: [],
    limit,
  })
  return inverse ?? NO_SOURCES
}

const NO_SOURCES: Sources = { total: 0, sources: [] }
