import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { ask } from '../../engine/access.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { isDocumentId } from '../../engine/new-id.ts'
import { forApplication } from '../../engine/read/present.ts'
import { allOf } from '../../query/parse-where.ts'

/** What a call asks about. */
export interface AskedSubject {
  /** The named document; `missing` where the caller cannot see it; null where none was named. */
  readonly document: KnownDocument | 'missing' | null
  /** What is about to be written, as far as the caller knows it. */
  readonly data: JsonObject | undefined
}

export interface KnownDocument {
  readonly stored: StoredDocument
  readonly doc: JsonObject
}

export async function subjectOf(
  call: Call,
  id: string | undefined,
  data: JsonObject | undefined,
): Promise<AskedSubject> {
  const { entity } = call
  const named = entity.kind === 'global' ? entity.slug : id
  return { data, document: named === undefined ? null : await findNamed(callOf(call, 'read'), named) }
}

async function findNamed(call: Call, id: string): Promise<KnownDocument | 'missing'> {
  const { entity } = call
  if (entity.kind === 'collection' && !isDocumentId(id)) return 'missing'
  const readable = await ask(call, 'read', { id })
  if (readable.kind === 'never') return 'missing'
  const where = allOf([readable, ...entity.scopes.map((scope) => scope({}))])
  const stored = await readerOf(call).get(entity.table.name, id, where)
  return stored ? { stored, doc: forApplication(call, stored) } : 'missing'
}

/** The call as rules would see it if it were one of this operation: they are told its name. */
export function callOf(call: Call, operation: string): Call {
  return { ...call, operation: call.entity.operations[operation] ?? call.operation }
}
