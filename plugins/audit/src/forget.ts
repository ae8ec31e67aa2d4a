import { type Call, inTransaction, type RecordMatch, systemCallIn, type Unit } from 'quire/plugin'
import { ENTRIES, type EntryRow, type Forgotten } from './entry-table.ts'
import { keyedHash, saltOf } from './keyed-hash.ts'
import { writeEntry } from './write-entry.ts'

const AT_ONCE = 200

/**
 * Replaces who somebody was by hashes, wherever the log names them: names, addresses and browsers of what they did, and the values of what was done to
 * their document. That something happened stays, and so does the chain. That somebody was forgotten is itself an entry.
 *
 * @example
 * await forget(app, { collection: 'users', id })
 */
export async function forget(
  app: { readonly local: object },
  { collection, id }: { readonly collection: string; readonly id: string },
): Promise<{ readonly entries: number }> {
  const call = systemCallIn(app, 'forget')
  const done = await inAll(call, { actorCollection: collection, actorId: id }, 'actor')
  const about = await inAll(call, { documentId: id }, 'subject')
  const entries = done + about
  await inTransaction(call, ({ tx }) =>
    writeEntry(call, tx.records, { action: 'forget', entity: collection, documentId: id }, { sinks: [] }),
  )
  return { entries }
}

async function inAll(call: Call, match: RecordMatch<EntryRow>, what: 'actor' | 'subject'): Promise<number> {
  let [after, count] = ['', 0]
  for (;;) {
    const found = await inTransaction(call, async (unit) => {
      const rows = await unit.tx.records.find(ENTRIES.name, { ...match, id: { above: after } }, { limit: AT_ONCE })
      for (const row of rows) await forgetIn(call, unit, row, what)
      return rows
    })
    count += found.length
    after = found.at(-1)?.id ?? after
    if (found.length < AT_ONCE) return count
  }
}

async function forgetIn({ runtime }: Call, unit: Unit, row: EntryRow, what: 'actor' | 'subject'): Promise<void> {
  if (row.forgotten === what || row.forgotten === 'both') return
  const salt = await saltOf(runtime, unit)
  const hashed = (value: string | null) => (value === null ? null : keyedHash(salt, value))
  const forgotten: Forgotten = row.forgotten === null ? what : 'both'
  const { actorLabel, address, userAgent, changes } = row
  const hashes =
    what === 'actor'
      ? { actorLabel: hashed(actorLabel), address: hashed(address), userAgent: hashed(userAgent) }
      : { changes: hashed(changes) }
  await unit.tx.records.update(ENTRIES.name, { id: row.id }, { ...hashes, forgotten })
}
