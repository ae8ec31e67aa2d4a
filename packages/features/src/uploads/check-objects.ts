import {
  type Call,
  type Entity,
  everyRecord,
  type Finding,
  type Findings,
  type Runtime,
  type DocumentReader,
} from '@quirecms/core/feature'
import { OBJECTS, UNCOUNTED, COUNTED } from './object-table.ts'
import { objectsOfDocuments } from './objects-of-documents.ts'
import { EVERYBODY, recount, STORED_BYTES } from './stored-bytes.ts'

/**
 * Checks that each file of a document is recorded and stored, that each record belongs to an existing document, and
 * that quotas match.
 */
export async function* checkObjects({ runtime, entity }: Call): Findings {
  yield* checkNamed(runtime, entity)
  yield* checkOwners(runtime, entity)
  yield* checkSums(runtime, entity)
}

/** Reports stored files without a record. Repairs never delete these: another database may use the same storage. */
export async function* checkUnknownFiles({ runtime }: Call): Findings {
  const { store } = await runtime.files()
  for await (const key of store.list()) {
    const known = await runtime.storage.reader.records.count(OBJECTS.name, { key })
    if (known === 0)
      yield {
        place: `file ${key}`,
        message: 'No document uses this file. If no other database does, delete it.',
        isUnknown: true,
      }
  }
}

async function* checkNamed(runtime: Runtime, entity: Entity<Call>): AsyncGenerator<Finding> {
  const { storage, files } = runtime
  const { store } = await files()
  for await (const { document, objects } of objectsOfDocuments(runtime, entity)) {
    const place = `${entity.slug} ${document.id}`
    for (const { key, filesize } of objects) {
      const [record] = await storage.reader.records.find(OBJECTS.name, { key })
      const content = await store.open(key, { start: 0, end: 0 })
      content?.destroy()
      if (!content) yield { place, message: `Its file ${key} is not in the storage. Restore it from a backup.` }
      if (!record || record.state === 'released' || record.document !== document.id)
        yield {
          place,
          message: `No record refers to its file ${key}.`,
          repair: async (tx) => {
            const row = {
              key,
              collection: entity.slug,
              document: document.id,
              state: 'used' as const,
              changedAt: document.updatedAt,
              bytes: filesize,
              owner: record?.owner ?? '',
            }
            const isNew = await tx.records.insert(OBJECTS.name, { ...row, counted: UNCOUNTED })
            if (!isNew) await tx.records.update(OBJECTS.name, { key }, row)
          },
        }
    }
  }
}

async function* checkOwners({ storage: { reader } }: Runtime, { slug, table }: Entity<Call>): AsyncGenerator<Finding> {
  for await (const { key, document, state, of } of everyRecord(reader, OBJECTS, { collection: slug })) {
    if (state === 'derived' && of !== null && (await reader.records.count(OBJECTS.name, { key: of })) === 0) {
      yield {
        place: `file ${key}`,
        message: `It is a picture of the file ${of}, which does not exist.`,
        repair: async (tx) => void (await tx.records.update(OBJECTS.name, { key }, { state: 'released' })),
      }
    }
    if (state !== 'used' || (document !== null && (await reader.get(table.name, document)))) continue
    yield {
      place: `file ${key}`,
      message: `It belongs to a document of "${slug}" that does not exist.`,
      // The next sweep removes it.
      repair: async (tx) => void (await tx.records.update(OBJECTS.name, { key }, { state: 'left' })),
    }
  }
}

/** The repair recounts, so it is safe if files changed during the check. */
async function* checkSums({ storage: { reader } }: Runtime, { slug }: Entity<Call>): AsyncGenerator<Finding> {
  for (const { owner, counted, stored } of await wrongSums(reader, slug)) {
    const whose = owner === EVERYBODY ? '' : ` by ${owner === '' ? 'visitors' : owner}`
    yield {
      place: `files of "${slug}"${whose}`,
      message: `They have ${stored} bytes, but the quota counts ${counted}.`,
      repair: (tx) => recount(tx.records, slug, owner),
    }
  }
}

interface WrongSum {
  readonly owner: string
  readonly counted: number
  readonly stored: number
}

export async function wrongSums(reader: DocumentReader, collection: string): Promise<WrongSum[]> {
  const real = new Map<string, number>()
  const add = (owner: string, bytes: number) => real.set(owner, (real.get(owner) ?? 0) + bytes)
  for await (const { owner, bytes } of everyRecord(reader, OBJECTS, { collection, counted: COUNTED })) {
    add(EVERYBODY, bytes ?? 0)
    if (owner !== null) add(owner, bytes ?? 0)
  }
  const sums = new Map<string, number>()
  for await (const { owner, bytes } of everyRecord(reader, STORED_BYTES, { collection })) sums.set(owner, bytes)
  return [...new Set([...real.keys(), ...sums.keys()])]
    .map((owner) => ({ owner, counted: sums.get(owner) ?? 0, stored: real.get(owner) ?? 0 }))
    .filter(({ counted, stored }) => counted !== stored)
}
