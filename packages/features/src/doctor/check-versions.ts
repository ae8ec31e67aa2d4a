import {
  type Call,
  type Entity,
  everyDocument,
  everyRecord,
  type Finding,
  type Findings,
  type Runtime,
} from '@quirecms/core/feature'
import { liveRevisionOf } from '../drafts/offers.ts'
import { isSameContent, snapshotOf, versionTable, versionTableOf } from '../versions/offers.ts'
import { entitiesOf } from './tables-of.ts'

/**
 * Checks that the newest and the live revision of each document have a version, and that there are no versions of
 * deleted documents.
 */
export async function* checkVersions(runtime: Runtime): Findings {
  for (const entity of entitiesOf(runtime)) {
    if (!runtime.manifest.records.some(({ name }) => name === versionTableOf(entity))) continue
    yield* checkSnapshots(runtime, entity)
    yield* checkOwners(runtime, entity)
  }
}

async function* checkSnapshots({ storage: { reader } }: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const name = versionTableOf(entity)
  for await (const document of everyDocument(reader, entity.table.name)) {
    const place = `${entity.table.name} ${document.id}`
    const of = (revision: number) => reader.records.find(name, { document: document.id, revision })
    const [newest] = await of(document.revision)
    if (!newest) {
      yield {
        place,
        message: `There is no version of its newest revision, ${document.revision}.`,
        repair: async (tx) => void (await tx.records.insert(name, snapshotOf(document, null))),
      }
    } else if (!isSameContent(newest.data, document.json)) {
      yield { place, message: `The version of revision ${document.revision} has other content than the document.` }
    }
    const live = liveRevisionOf(document)
    if (live === null || live === document.revision || (await of(live)).length > 0) continue
    yield { place, message: `There is no version of its live revision, ${live}. Publish the document again.` }
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
