import { everyRecord, type Runtime } from '@quirecms/core/feature'
import { isKept, OBJECTS, objectsOfDocuments } from '../uploads/offers.ts'

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
