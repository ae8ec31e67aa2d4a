import {
  type Call,
  type Entity,
  everyDocument,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  type Runtime,
  type StoredDocument,
  systemCall,
} from '@quirecms/core/feature'
import { OBJECTS } from '../uploads/offers.ts'

export interface LaterSize {
  /** Collection and id of the document: `media 0197…`. */
  readonly place: string
  readonly size: string
  /** Undefined if the size was made. */
  readonly error?: unknown
}

/**
 * Makes all sizes that were added to the configuration after the upload, one after the other, through the same
 * operation as a request. Skips those that were requested before.
 */
export async function* makeLaterSizes(runtime: Runtime): AsyncGenerator<LaterSize> {
  for (const entity of Object.values(runtime.manifest.collections)) {
    if (!entity.usesFiles) continue
    for (const table of [entity.table, ...entity.tables])
      for await (const document of everyDocument(runtime.storage.reader, table.name))
        for (const size of missingSizes(entity, document)) {
          const made = await makeOne(runtime, entity, { document, size, isCopy: table !== entity.table })
          if (made) yield { place: `${entity.slug} ${document.id}`, size, ...made }
        }
  }
}

function missingSizes({ fields }: Entity<Call>, { json }: StoredDocument): string[] {
  const content = parseJson(json) as JsonObject
  const completes = fields.find(({ name }) => name === 'sizes')?.completes
  const later: JsonValue = completes ? completes({}, content) : {}
  return isObject(later) ? Object.keys(later) : []
}

interface MissingSize {
  readonly document: StoredDocument
  readonly size: string
  /** The document is the live copy, not the working copy. */
  readonly isCopy: boolean
}

/** Null if the size exists already, or the file has no picture of it. */
async function makeOne(
  runtime: Runtime,
  entity: Entity<Call>,
  { document, size, isCopy }: MissingSize,
): Promise<Pick<LaterSize, 'error'> | null> {
  const { objectKey } = parseJson(document.json) as JsonObject
  if (typeof objectKey !== 'string') return null
  const { records } = runtime.storage.reader
  const count = () => records.count(OBJECTS.name, { of: objectKey, state: 'derived' })
  const query = { size, ...(isCopy && { draft: false }) }
  try {
    const before = await count()
    const call = systemCall(runtime, entity, 'readFile')
    await entity.operations['readFile']?.run({ ...call, input: { query, params: { objectKey } } })
    return (await count()) > before ? {} : null
  } catch (error) {
    return { error }
  }
}
