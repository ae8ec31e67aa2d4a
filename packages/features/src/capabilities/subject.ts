import {
  type Call,
  documentId,
  findInSource,
  forApplication,
  type JsonObject,
  type Operation,
  settledFor,
  type Source,
  sourceOf,
  type StoredDocument,
} from '@quirecms/core/feature'

export interface AskedSubject {
  /** The named document; `missing` if the caller can't see it; null if none was named. */
  readonly document: KnownDocument | 'missing' | null
  /** The same, in any copy that the caller can see. */
  readonly seen: KnownDocument | 'missing' | null
  /** The newest content, as a change would find it, if the rule `read` covers it. */
  readonly changed: KnownDocument | 'missing' | null
  /** Data that is about to be written, as far as the caller knows it. */
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

/** Applies relative changes, such as increments, to the newest content. */
function withData(call: Call, data: JsonObject | undefined, subject: Omit<AskedSubject, 'data'>): AskedSubject {
  const { changed } = subject
  const isKnown = changed !== null && changed !== 'missing'
  return { ...subject, data: isKnown ? settledFor(call, data, changed.stored) : data }
}

async function find(call: Call, source: Source): Promise<KnownDocument | 'missing'> {
  const id = documentId(call)
  const found = id === null ? null : await findInSource(call, source, id)
  return found ? { ...found, doc: forApplication(call, found.stored) } : 'missing'
}

/**
 * The call as this operation would receive it: with its name for rules, its implied query, and those members that it
 * takes as parameters.
 */
export function callOf(call: Call, operation: Operation<Call> | undefined): Call {
  if (!operation) return call
  const { id, ...asked } = (call.input.body ?? {}) as { id?: string; [member: string]: unknown }
  const taken = Object.entries(asked).filter(([name]) => operation.parameters.includes(name))
  const query = { ...Object.fromEntries(taken), ...operation.implies }
  return { ...call, operation, input: { ...call.input, id, query } }
}
