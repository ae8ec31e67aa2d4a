import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { isObject } from '../../content/json-object.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { everyDocument } from '../../engine/read/every-document.ts'
import { systemCall } from '../../engine/system-call.ts'
import { OBJECTS } from '../uploads/offers.ts'

/** A size that was made of a file, or why it could not be. */
export interface LaterSize {
  /** `media 0197…`: whose. */
  readonly place: string
  readonly size: string
  /** Undefined where it was made. */
  readonly error?: unknown
}

/**
 * Makes all sizes that the configuration has gained since files came, one after the other, as if somebody asked for them. Those that
 * somebody has asked for are there already.
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

/** Those without an object of their own. */
function missingSizes({ fields }: Entity<Call>, { json }: StoredDocument): string[] {
  const content = parseJson(json) as JsonObject
  const completes = fields.find(({ name }) => name === 'sizes')?.completes
  const later: JsonValue = completes ? completes({}, content) : {}
  return isObject(later) ? Object.keys(later) : []
}

interface Wanted {
  readonly document: StoredDocument
  readonly size: string
  /** The document is the copy that everybody sees, and not the one that is worked on. */
  readonly isCopy: boolean
}

/** Null where it was there already, or the file stays as it is. */
async function makeOne(
  runtime: Runtime,
  entity: Entity<Call>,
  { document, size, isCopy }: Wanted,
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
