import {
  type Call,
  type Entity,
  everyDocument,
  type Finding,
  type Findings,
  type JsonObject,
  parseJson,
  type Runtime,
  type StoredDocument,
  systemCall,
  takenValues,
} from '@quirecms/core/feature'
import { isSameContent, versionTableOf } from '../versions/offers.ts'
import { isDraft, liveRevisionOf, liveTableOf } from './copies.ts'

/**
 * Checks that each published document has a live copy and a version of its live revision, and no other document has a
 * live copy; that a
 * document without unpublished changes equals its live copy; and that unique values are unique over both copies
 * (docs/contract/drafts-and-versions.md#unique-over-both-copies).
 */
export async function* checkCopies({ runtime, entity }: Call): Findings {
  yield* checkWorkingCopies(runtime, entity)
  yield* checkLiveCopies(runtime, entity)
}

async function* checkWorkingCopies(runtime: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const { reader } = runtime.storage
  const call = systemCall(runtime, entity, 'doctor')
  for await (const document of everyDocument(reader, entity.table.name)) {
    const live = await reader.get(liveTableOf(entity), document.id)
    const message = wrongWith(call, document, live)
    const place = `${entity.table.name} ${document.id}`
    if (message !== null) yield { place, message }
    const revision = liveRevisionOf(document)
    if (revision === null || revision === document.revision) continue
    const versions = await reader.records.find(versionTableOf(entity), { document: document.id, revision })
    if (versions.length === 0)
      yield { place, message: `There is no version of its live revision, ${revision}. Publish the document again.` }
  }
}

function wrongWith(call: Call, document: StoredDocument, live: StoredDocument | null): string | null {
  const revision = liveRevisionOf(document)
  if (revision === null) return live ? 'It is not published, but has a live copy. Publish or unpublish it.' : null
  if (!live) return `Its revision ${revision} is published, but there is no live copy. Publish it again.`
  if (live.revision !== revision)
    return `Its revision ${revision} is published, but the live copy is revision ${live.revision}. Publish it again.`
  const isSame = isDraft(document) || isSameContent(unstamped(call, live), unstamped(call, document))
  return isSame ? null : 'Its newest content is published, but the live copy has other content. Publish it again.'
}

/** A document that was in the trash has a newer revision and author than its live copy, but the same content. */
function unstamped(call: Call, stored: StoredDocument): string {
  const content = parseJson(stored.json) as JsonObject
  for (const stamp of call.entity.stamps)
    for (const name of Object.keys(stamp(call, stored, content))) delete content[name]
  return JSON.stringify(content)
}

async function* checkLiveCopies(runtime: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const { reader } = runtime.storage
  const table = liveTableOf(entity)
  const hasUnique = entity.table.indexes.some(({ unique }) => unique)
  for await (const live of everyDocument(reader, table)) {
    const place = `${table} ${live.id}`
    if (!(await reader.get(entity.table.name, live.id))) {
      yield {
        place,
        message: 'This is the live copy of a document that does not exist.',
        repair: async (tx) => void (await tx.remove(table, live.id)),
      }
    } else if (hasUnique) {
      const content = parseJson(live.json) as JsonObject
      const taken = await takenValues(systemCall(runtime, entity, 'doctor'), content, null, live.id, [entity.table])
      for (const { path } of taken)
        yield { place, message: `Another document has the same value in "${path}", which must be unique. Change one.` }
    }
  }
}
