import { type Call, newId, type RecordWriter } from 'quirecms/plugin'
import { type EntryRow, INTAKE } from './entry-table.ts'
import { noteNews } from './settling.ts'
import { whoCalls } from './who-calls.ts'

/** What happened, as far as the call alone does not tell. */
export type Happened = Pick<EntryRow, 'action'> &
  Partial<Pick<EntryRow, 'entity' | 'documentId' | 'revision' | 'changes' | 'ids' | 'outcome' | 'code'>>

/**
 * Takes in one entry, in the transaction of what it tells of. This is part of every change: so it is one text, written as it is put together, and what
 * it does not say is null. Whoever looks at the log settles it first.
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
  // With the commit: on PostgreSQL, it is no journey of its own.
  return records.append(INTAKE.name, { entry: `${entry}}`, changes: happened.changes ?? null })
}

/** How entries name what they are about: a collection by its slug. */
export function entityName({ kind, slug }: Call['entity']): string | null {
  if (kind === 'service') return null
  return kind === 'global' ? `global:${slug}` : slug
}
