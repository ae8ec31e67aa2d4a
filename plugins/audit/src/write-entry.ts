import { type Call, newId, type RecordWriter } from 'quire/plugin'
import { ENTRIES, type EntryRow, OUTBOX } from './entry-table.ts'
import type { Settings } from './options.ts'
import { whoCalls } from './who-calls.ts'

/** What happened, as far as the call alone does not tell. */
export type Happened = Pick<EntryRow, 'action'> & Partial<Omit<EntryRow, 'id' | 'at' | 'action'>>

const NOTHING_SAID = {
  entity: null,
  documentId: null,
  revision: null,
  changes: null,
  ids: null,
  outcome: 'done',
  code: null,
  segment: '',
  sequence: 0,
  hash: null,
  forgotten: null,
} as const

/** Writes one entry, in the transaction of what it tells of. */
export async function writeEntry(
  call: Call,
  records: RecordWriter,
  happened: Happened,
  { sinks }: Pick<Settings, 'sinks'>,
): Promise<void> {
  const now = call.runtime.clock()
  const id = newId(now.getTime())
  const row: EntryRow = { id, at: now.toISOString(), ...whoCalls(call), ...NOTHING_SAID, ...happened }
  await records.insert(ENTRIES.name, row)
  for (const { name: sink } of sinks) await records.insert(OUTBOX.name, { sink, id })
}

/** How entries name what they are about: a collection by its slug. */
export function entityName({ kind, slug }: Call['entity']): string | null {
  if (kind === 'service') return null
  return kind === 'global' ? `global:${slug}` : slug
}
