import {
  type Call,
  defineOperation,
  documentId,
  findInSource,
  type JsonObject,
  notFound,
  paginate,
  refusalOf,
  requestedPage,
  sourceOf,
  tablesPointing,
} from '@quirecms/core/feature'
import { inversesOf, type Pointing, pointingTo } from './pointing.ts'
import { REFERENCE_API } from './reference-api.ts'

/**
 * Documents that point to one, and the fields that do: these would be affected by its deletion. Lists and counts only
 * documents that the caller may read, and only fields that the caller may read in all documents, as in joins.
 */
export const references = defineOperation({
  ...REFERENCE_API.references,
  rule: 'read',
  checksAccess: true,
  async run(call) {
    const request = requestedPage(call)
    const id = await idOfReadable(call)
    const docs: JsonObject[] = []
    const first = (request.page - 1) * request.limit
    let total = 0
    for (const pointing of pointingTo(call)) {
      // Sources to skip: those of earlier pages, minus those of earlier fields.
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

/** Id of the document that the call names, in any copy that the caller may read, including unpublished drafts. */
async function idOfReadable(call: Call): Promise<string> {
  const source = await sourceOf(call, call.entity, 'any')
  if (source.where.kind === 'never') throw refusalOf(call)
  const id = documentId(call)
  if (id === null || !(await findInSource(call, source, id))) throw notFound()
  return id
}

interface Sources {
  readonly total: number
  readonly sources: readonly string[]
}

/** Sources in any copy that the caller reads. */
async function sourcesOf(call: Call, pointing: Pointing, id: string, limit: number): Promise<Sources> {
  const tables = await tablesPointing(call, pointing.entity, pointing.node)
  const [inverse] = tables ? await inversesOf(call, pointing, tables, [id], limit) : []
  return inverse ?? NO_SOURCES
}

const NO_SOURCES: Sources = { total: 0, sources: [] }
