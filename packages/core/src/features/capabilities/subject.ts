import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { type Call, documentId, readerOf } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/present.ts'
import { sourceOf } from '../../engine/source.ts'

/** What a call asks about. */
export interface AskedSubject {
  /** The named document; `missing` where the caller cannot see it; null where none was named. */
  readonly document: KnownDocument | 'missing' | null
  /** The same as whoever changes it finds it: its newest content, where the caller reads another copy. */
  readonly changed: KnownDocument | null
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
  const document = isNamed ? await findNamed(callOf(call, call.entity.operations['read'])) : null
  return { data, document, changed: document && document !== 'missing' ? await asChanged(call, document) : null }
}

async function asChanged(call: Call, document: KnownDocument): Promise<KnownDocument> {
  const { table, tables } = call.entity
  const stored = tables.length > 0 ? await readerOf(call).get(table.name, document.stored.id) : null
  return stored ? { stored, doc: forApplication(call, stored) } : document
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
