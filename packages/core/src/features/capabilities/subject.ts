import type { JsonObject } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Source } from '../../contracts/source.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { type Call, documentId } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { findIn, sourceOf } from '../../engine/source.ts'
import { settledFor } from '../../engine/write/relative-changes.ts'

/** What a call asks about. */
export interface AskedSubject {
  /** The named document; `missing` where the caller cannot see it; null where none was named. */
  readonly document: KnownDocument | 'missing' | null
  /** The same in whichever copy the caller can see. */
  readonly seen: KnownDocument | 'missing' | null
  /** The same as whoever changes it finds it: its newest content, if the read rule covers that. */
  readonly changed: KnownDocument | 'missing' | null
  /** What is about to be written, as far as the caller knows it. */
  readonly data: JsonObject | undefined
}

export interface KnownDocument {
  readonly stored: StoredDocument
  readonly table: string
  readonly doc: JsonObject
}

export async function subjectOf(call: Call): Promise<AskedSubject> {
  const { id, data } = (call.input.body ?? {}) as { id?: string; data?: JsonObject }
  const isNamed = id !== undefined || call.entity.kind === 'global'
  if (!isNamed) return { data, document: null, seen: null, changed: null }
  const reading = callOf(call, call.entity.operations['read'])
  const document = await find(reading, await sourceOf(reading))
  if (call.entity.tables.length === 0) return withData(call, data, { document, seen: document, changed: document })
  const seen = await find(reading, await sourceOf(reading, call.entity, 'any'))
  const changed = await find(reading, await sourceOf(reading, call.entity, 'changed'))
  return withData(call, data, { document, seen, changed })
}

/** What is written by so much more or less is written to what a change would find. */
function withData(call: Call, data: JsonObject | undefined, subject: Omit<AskedSubject, 'data'>): AskedSubject {
  const { changed } = subject
  const isKnown = changed !== null && changed !== 'missing'
  return { ...subject, data: isKnown ? settledFor(call, data, changed.stored) : data }
}

async function find(call: Call, source: Source): Promise<KnownDocument | 'missing'> {
  const id = documentId(call)
  const found = id === null ? null : await findIn(call, source, id)
  return found ? { ...found, doc: forApplication(call, found.stored) } : 'missing'
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
