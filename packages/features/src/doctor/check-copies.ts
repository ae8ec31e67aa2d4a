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
import { isDraft, liveRevisionOf, liveTableOf } from '../drafts/offers.ts'
import { isSameContent } from '../versions/offers.ts'
import { entitiesOf } from './tables-of.ts'

/**
 * Checks that each published document has a live copy of its live revision, and no other document has one; that a
 * document without unpublished changes equals its live copy; and that unique values are unique over both copies
 * (docs/contract/drafts-and-versions.md#unique-over-both-copies).
 */
export async function* checkCopies(runtime: Runtime): Findings {
  for (const entity of entitiesOf(runtime)) {
    if (!entity.tables.some(({ name }) => name === liveTableOf(entity))) continue
    yield* checkWorkingCopies(runtime, entity)
    yield* checkLiveCopies(runtime, entity)
  }
}

async function* checkWorkingCopies(runtime: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const { reader } = runtime.storage
  const call = systemCall(runtime, entity, 'doctor')
  for await (const document of everyDocument(reader, entity.table.name)) {
    const live = await reader.get(liveTableOf(entity), document.id)
    const message = wrongWith(call, document, live)
    if (message !== null) yield { place: `${entity.table.name} ${document.id}`, message }
  }
}

function wrongWith(call: Call, document: StoredDocument, live: StoredDocument | null): string | null {
  const revision = liveRevisionOf(document)
  if (revision === null) return live ? 'It is not published, but has a live copy. Publish or unpublish it.' : null
  if (!live) return `Its revision ${revision} is published, but there is no live copy. Publish it again.`
  if (live.revision !== revision)
    return `Its revision ${revision} is published, but the live copy is revision ${live.revision}. Publish it again.`
  const isSame = isDraft(document) || isSameContent(unstamped(call, live), unstamped(call, document))
  return isSame ? null : 'Everything of it is published, but the live copy has other content. Publish it again.'
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
