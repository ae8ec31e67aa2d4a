import { type Call, entityOf, execute, type JsonObject, type Runtime } from '@quirecms/core/feature'
import type { AskedChanges } from './asked-changes.ts'
import type { ChangeRow } from './change-table.ts'
import { type CursorSeal, positionOf } from './cursor.ts'
import { type VisibleChange, unlessRefused, type Viewer } from './viewer.ts'

/** The maximum of a list. */
const AT_ONCE = 100

export interface ToldChange extends JsonObject {
  id: string
  event: string
}

export async function presentChanges(
  runtime: Runtime,
  viewer: Viewer,
  told: readonly VisibleChange[],
  documents: AskedChanges['documents'],
  seal: CursorSeal,
): Promise<ToldChange[]> {
  const docs = documents && (await readDocuments(runtime, viewer, told, documents))
  return told.map(({ row, isWhole, revision, actor }) => ({
    id: seal.seal(positionOf(row)),
    at: row.at,
    event: row.event,
    ...about(row),
    documentId: row.documentId,
    revision,
    live: row.live === 1,
    actor: actor && { ...actor },
    ...(docs && { doc: (isWhole && docs.get(changedDocumentKey(row))) || null }),
  }))
}

function about({ entity }: ChangeRow): JsonObject {
  const global = 'global:'
  return entity.startsWith(global) ? { global: entity.slice(global.length) } : { collection: entity }
}

function changedDocumentKey({ entity, documentId }: ChangeRow): string {
  return `${entity} ${documentId}`
}

/** Reads the documents through the caller's operations: all rules, hooks and field rules apply. */
async function readDocuments(
  runtime: Runtime,
  viewer: Viewer,
  told: readonly VisibleChange[],
  documents: NonNullable<AskedChanges['documents']>,
): Promise<ReadonlyMap<string, JsonObject>> {
  const docs = new Map<string, JsonObject>()
  const rows = told.filter(({ isWhole }) => isWhole).map(({ row }) => row)
  for (const [owner, changes] of Map.groupBy(rows, ({ entity }) => entity)) {
    const entity = entityOf(runtime, owner)
    if (!entity) continue
    const ids = [...new Set(changes.map(({ documentId }) => documentId))]
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const call = viewer.callTo(entity)
      const some = ids.slice(start, start + AT_ONCE)
      for (const [id, doc] of await unlessRefused(() => readSome(call, some, documents), []))
        docs.set(`${owner} ${id}`, doc)
    }
  }
  return docs
}

async function readSome(
  { runtime, entity, caller, input: { query } }: Call,
  ids: readonly string[],
  documents: NonNullable<AskedChanges['documents']>,
): Promise<(readonly [id: string, doc: JsonObject])[]> {
  const isGlobal = entity.kind === 'global'
  const operation = isGlobal ? 'read' : 'list'
  const taken = entity.operations[operation]?.parameters ?? []
  const which = isGlobal ? {} : { where: { id: { in: ids } }, limit: AT_ONCE }
  const asked = Object.entries({ ...query, ...documents }).filter(([name]) => taken.includes(name))
  const input = { query: { ...which, ...Object.fromEntries(asked) }, params: {}, withoutTotal: true } as const
  const answer = await execute(runtime, entity, operation, input, caller)
  const found = answer.kind === 'list' ? answer.docs : answer.kind === 'doc' ? [answer.doc] : []
  return found.map(({ id, value }) => [isGlobal ? entity.slug : id, value] as const)
}
