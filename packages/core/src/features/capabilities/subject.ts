import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { type Call, documentId, readerOf } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/present.ts'
import { getFrom, sourceOf } from '../../engine/source.ts'

/** What a call asks about. */
export interface AskedSubject {
  /** The named document; `missing` where the caller cannot see it; null where none was named. */
  readonly document: KnownDocument | 'missing' | null
  /** The same as whoever changes it finds it: its newest content, if the caller can see the document in any copy. */
  readonly changed: KnownDocument | 'missing' | null
  /** What is about to be written, as far as the caller knows it. */
  readonly data: JsonObject | undefined
}

export interface KnownDocument {
  readonly stored: StoredDocument
  readonly doc: JsonObject
}

export async function subjectOf(call: Call): Promise<AskedSubject> {
  const { id, data } = (call.input.body ?? {}) as { id?: string; data?: JsonObject }
  const isNamed = id !== undefined || call.entity.kind === 'global'
  if (!isNamed) return { data, document: null, changed: null }
  const reading = callOf(call, call.entity.operations['read'])
  const document = await findNamed(reading)
  return { data, document, changed: call.entity.tables.length > 0 ? await findChanged(reading) : document }
}

async function findChanged(call: Call): Promise<KnownDocument | 'missing'> {
  const source = await sourceOf(call, call.entity, 'any')
  const id = documentId(call)
  const [seen] = id === null || source.where.kind === 'never' ? [] : await getFrom(call, source, [id])
  const stored = seen && (await readerOf(call).get(call.entity.table.name, seen.id))
  return stored ? { stored, doc: forApplication(call, stored) } : 'missing'
}

async function findNamed(call: Call): Promise<KnownDocument | 'missing'> {
  const { table, where } = await sourceOf(call)
  const id = documentId(call)
  const stored = id === null || where.kind === 'never' ? null : await readerOf(call).get(table, id, where)
  return stored ? { stored, doc: forApplication(call, stored) } : 'missing'
}

/**
 * The call as it would be if it were one of this operation: rules are told its name, and it asks for what the operation implies and
 * for what it takes of the members that came.
 */
export function callOf(call: Call, operation: Operation<Call> | undefined): Call {
  if (!operation) return call
  const { id, ...asked } = (call.input.body ?? {}) as { id?: string; [member: string]: unknown }
  const taken = Object.entries(asked).filter(([name]) => operation.parameters.includes(name))
  const query = { ...Object.fromEntries(taken), ...operation.implies }
  return { ...call, operation, input: { ...call.input, id, query } }
}
