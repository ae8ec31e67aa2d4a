import {
  type Call,
  type Entity,
  everyDocument,
  type Runtime,
  type StoredDocument,
  systemCall,
} from '@quirecms/core/feature'
import { type NamedObject, objectsIn } from './named-objects.ts'

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
