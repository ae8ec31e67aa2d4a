import type { JsonObject } from '../../contracts/json.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { collectReferences } from '../../content/references.ts'
import type { Call } from '../call.ts'

/** Content as text, with its references if they may have changed. */
interface WrittenContent {
  readonly json: string
  readonly references?: readonly Reference[]
  readonly pointsAsBefore?: boolean
}

/** Content with the values of features, such as who changed it. */
export function stamped<Content extends WrittenContent>(
  call: Call,
  before: StoredDocument | null,
  content: Content,
): Content {
  const { entity } = call
  if (entity.stamps.length === 0) return content
  const next = withStamps(call, before, parseJson(content.json) as JsonObject)
  const references = collectReferences(entity.fields, next)
  return { ...content, json: JSON.stringify(next), content: next, references, pointsAsBefore: false }
}

export function withStamps(call: Call, before: StoredDocument | null, content: JsonObject): JsonObject {
  return Object.assign(content, ...call.entity.stamps.map((stamp) => stamp(call, before, content))) as JsonObject
}
