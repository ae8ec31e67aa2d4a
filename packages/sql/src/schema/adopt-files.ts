import { type Adoption, type FileAtAddress, type JsonObject, parseJson } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { type ContentPlaces, rewriteContent } from './change-content.ts'
import { contentOfDocuments, StoredContents } from './stored-contents.ts'

/**
 * Links content to the documents whose files it shows by URL. Documents and snapshots keep their revisions: reads
 * return the same as long as the files stay.
 */
export async function adoptFiles(
  tables: DocumentTables,
  session: Session,
  places: ContentPlaces,
  adoption: Adoption,
): Promise<void> {
  const wanted = new Set<string>()
  for (const place of [places.documents, ...places.copies, ...places.records])
    for await (const batch of new StoredContents(session, tables.dialect, place).batches())
      for (const { json } of batch)
        if (json.includes('"image"'))
          for (const address of adoption.addresses(parseJson(json) as JsonObject)) wanted.add(address)
  if (wanted.size === 0) return
  const files = await filesAt(tables, session, wanted)
  if (files.size > 0) await rewriteContent(tables, session, places, (content) => adoption.adopt(content, files))
}

async function filesAt(
  { layouts, dialect }: DocumentTables,
  session: Session,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FileAtAddress>> {
  const found = new Map<string, FileAtAddress>()
  for (const { spec } of layouts.values()) {
    if (!spec.files || spec.copies) continue
    for await (const batch of new StoredContents(session, dialect, contentOfDocuments(spec.name)).batches())
      for (const { key, json } of batch)
        for (const { address, size } of spec.files(parseJson(json) as JsonObject))
          if (wanted.has(address)) found.set(address, { collection: spec.name, id: String(key[0]), size })
  }
  return found
}
