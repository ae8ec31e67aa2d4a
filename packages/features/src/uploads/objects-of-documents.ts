import {
  type Call,
  type Entity,
  everyDocument,
  everyRecord,
  type Runtime,
  type StoredDocument,
  systemCall,
} from '@quirecms/core/feature'
import { type NamedObject, objectsIn } from './named-objects.ts'
import { isKept, OBJECTS } from './object-table.ts'

/** A document with all objects that its content, live copy and snapshots name. */
export interface DocumentWithObjects {
  readonly document: StoredDocument
  readonly objects: readonly NamedObject[]
}

/** All documents of an upload collection, including the trash. */
export async function* objectsOfDocuments(runtime: Runtime, entity: Entity<Call>): AsyncGenerator<DocumentWithObjects> {
  const { reader } = runtime.storage
  const call = systemCall(runtime, entity, 'objectsOfDocuments')
  for await (const document of everyDocument(reader, entity.table.name)) {
    const contents = [document.json]
    for (const kept of entity.retainedContents) contents.push(...(await kept(call, reader, document.id)))
    const objects = new Map(contents.flatMap(objectsIn).map((object) => [object.key, object]))
    yield { document, objects: [...objects.values()] }
  }
}

export interface NamedStoredFile {
  readonly key: string
  readonly mimeType: string
  /** SHA-256, if known. */
  readonly hash: string | null
  /**
   * Collection and id of its document: `media 0197…`; null for files that can be made again, such as a picture in
   * another width.
   */
  readonly document: string | null
}

/**
 * All files that documents, live copies, snapshots and the trash name, and other stored files; of all collections, or
 * of some.
 */
export async function* namedFiles(runtime: Runtime, slugs?: readonly string[]): AsyncGenerator<NamedStoredFile> {
  const { manifest, storage } = runtime
  for (const entity of Object.values(manifest.collections)) {
    if (!entity.usesFiles || (slugs && !slugs.includes(entity.slug))) continue
    const seen = new Set<string>()
    for await (const { document, objects } of objectsOfDocuments(runtime, entity)) {
      for (const { key, mimeType, hash } of objects) {
        if (seen.has(key)) continue
        seen.add(key)
        yield { key, mimeType, hash, document: `${entity.slug} ${document.id}` }
      }
    }
    const mimeType = 'application/octet-stream'
    for await (const row of everyRecord(storage.reader, OBJECTS, { collection: entity.slug }))
      if (isKept(row) && !seen.has(row.key)) yield { key: row.key, mimeType, hash: null, document: null }
  }
}
