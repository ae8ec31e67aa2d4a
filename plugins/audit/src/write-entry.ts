import { type Call, newId, type RecordWriter } from 'quirecms/plugin'
import { type EntryRow, INTAKE } from './entry-table.ts'
import { noteNews } from './settling.ts'
import { whoCalls } from './who-calls.ts'

export type Happened = Pick<EntryRow, 'action'> &
  Partial<Pick<EntryRow, 'entity' | 'documentId' | 'revision' | 'changes' | 'ids' | 'outcome' | 'code'>>

/**
 * Appends one entry, in the transaction of the change. Every change runs this, so it builds one text directly and
 * leaves out null values. Readers settle it later.
 */
export function writeEntry(call: Call, records: RecordWriter, happened: Happened): Promise<void> {
  const { runtime } = call
  const at = runtime.clock().getTime()
  const who = whoCalls(call)
  let entry = `{"id":"${newId(at)}","at":${at},"via":"${who.via}"`
  const say = (name: keyof EntryRow, value: string | null | undefined) => {
    if (value !== null && value !== undefined) entry += `,"${name}":${JSON.stringify(value)}`
  }
  say('action', happened.action)
  say('entity', happened.entity)
  say('documentId', happened.documentId)
  if (typeof happened.revision === 'number') entry += `,"revision":${happened.revision}`
  say('actorCollection', who.actorCollection)
  say('actorId', who.actorId)
  say('actorLabel', who.actorLabel)
  say('key', who.key)
  say('requestId', who.requestId)
  say('address', who.address)
  say('userAgent', who.userAgent)
  say('ids', happened.ids)
  say('outcome', happened.outcome)
  say('code', happened.code)
  noteNews(runtime)
  // The insert is sent together with the commit: no round trip of its own on PostgreSQL.
  return records.append(INTAKE.name, { entry: `${entry}}`, changes: happened.changes ?? null })
}

/** Returns the name of a collection or global in entries; null for the service. */
export function entityName({ kind, slug }: Call['entity']): string | null {
  if (kind === 'service') return null
  return kind === 'global' ? `global:${slug}` : slug
}
