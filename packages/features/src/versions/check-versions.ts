import {
  type Call,
  type Entity,
  everyDocument,
  everyRecord,
  type Finding,
  type Findings,
  type Runtime,
} from '@quirecms/core/feature'
import { isSameContent } from './same-content.ts'
import { snapshotOf, versionTable, versionTableOf } from './version-table.ts'

/**
 * Checks that the newest revision of each document has a version, and that there are no versions of deleted documents.
 */
export async function* checkVersions({ runtime, entity }: Call): Findings {
  yield* checkSnapshots(runtime, entity)
  yield* checkOwners(runtime, entity)
}

async function* checkSnapshots({ storage: { reader } }: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const name = versionTableOf(entity)
  for await (const document of everyDocument(reader, entity.table.name)) {
    const place = `${entity.table.name} ${document.id}`
    const [newest] = await reader.records.find(name, { document: document.id, revision: document.revision })
    if (!newest) {
      yield {
        place,
        message: `There is no version of its newest revision, ${document.revision}.`,
        repair: async (tx) => void (await tx.records.insert(name, snapshotOf(document, null))),
      }
    } else if (!isSameContent(newest.data, document.json)) {
      yield { place, message: `The version of revision ${document.revision} has other content than the document.` }
    }
  }
}

async function* checkOwners({ storage: { reader } }: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const table = versionTable(entity.table.name)
  let last: unknown
  for await (const { document } of everyRecord(reader, table, {})) {
    if (document === last) continue
    last = document
    if (await reader.get(entity.table.name, document)) continue
    yield {
      place: `${entity.table.name} ${document}`,
      message: 'There are versions of this document, but the document does not exist.',
      repair: async (tx) => void (await tx.records.remove(table.name, { document })),
    }
  }
}
