import { type Call, newId, type RecordWriter } from 'quire/plugin'
import { ENTRIES, type EntryRow, OUTBOX } from './entry-table.ts'
import type { Settings } from './options.ts'
import { whoCalls } from './who-calls.ts'

/** What happened, as far as the call alone does not tell. */
export type Happened = Pick<EntryRow, 'action'> &
  Partial<Pick<EntryRow, 'entity' | 'documentId' | 'revision' | 'changes' | 'ids' | 'outcome' | 'code'>>

/** Writes one entry, in the transaction of what it tells of. */
export function writeEntry(
  call: Call,
  records: RecordWriter,
  happened: Happened,
  { sinks }: Pick<Settings, 'sinks'>,
): Promise<void> {
  const now = call.runtime.clock()
  const id = newId(now.getTime())
  const who = whoCalls(call)
  // Written out, since it is written for every change: objects that are put together from others cost several times as much.
  const row: EntryRow = {
    id,
    at: now.toISOString(),
    action: happened.action,
    entity: happened.entity ?? null,
    documentId: happened.documentId ?? null,
    revision: happened.revision ?? null,
    actorCollection: who.actorCollection,
    actorId: who.actorId,
    actorLabel: who.actorLabel,
    via: who.via,
    key: who.key,
    requestId: who.requestId,
    address: who.address,
    userAgent: who.userAgent,
    changes: happened.changes ?? null,
    ids: happened.ids ?? null,
    outcome: happened.outcome ?? 'done',
    code: happened.code ?? null,
    segment: '',
    sequence: 0,
    hash: null,
    forgotten: null,
  }
  // Nobody else has this id, so that it can be written with the commit: on PostgreSQL, it is no journey of its own.
  const added = records.add(ENTRIES.name, row)
  return sinks.length === 0 ? added : added.then(() => addShipments(records, sinks, id))
}

async function addShipments(records: RecordWriter, sinks: Settings['sinks'], id: string): Promise<void> {
  for (const { name: sink } of sinks) await records.add(OUTBOX.name, { sink, id })
}

/** How entries name what they are about: a collection by its slug. */
export function entityName({ kind, slug }: Call['entity']): string | null {
  if (kind === 'service') return null
  return kind === 'global' ? `global:${slug}` : slug
}
