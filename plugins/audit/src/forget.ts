import { type Call, inTransaction, type RecordMatch, type Runtime, systemCallIn, type Unit } from 'quirecms/plugin'
import { ENTRIES, type EntryRow, type Forgotten } from './entry-table.ts'
import { keyedHash, saltOf } from './keyed-hash.ts'
import type { Settings } from './options.ts'
import { settleEntries } from './settling.ts'
import { writeEntry } from './write-entry.ts'

const AT_ONCE = 200

const known = new WeakMap<Runtime, Settings>()

/** Whoever calls `forget` knows the application, and not the options of its log. */
export function rememberSettings({ runtime }: Call, settings: Settings): void {
  known.set(runtime, settings)
}

/**
 * Replaces who somebody was by hashes, wherever the log names them: names, addresses and browsers of what they did and of failed attempts to sign in as them,
 * and the values of what was done to their document. That something happened stays, and so does the chain. That somebody was forgotten is itself an entry.
 *
 * @example
 * await forget(app, { collection: 'users', id })
 */
export async function forget(
  app: { readonly local: object },
  { collection, id }: { readonly collection: string; readonly id: string },
): Promise<{ readonly entries: number }> {
  const call = systemCallIn(app, 'forget')
  const settings = known.get(call.runtime)
  if (!settings) throw new Error('this application has no audit log')
  // What waits is somebody's as well.
  await settleEntries(call, settings)
  const done = await inAll(call, { actorCollection: collection, actorId: id }, 'actor')
  const about = await inAll(call, { documentId: id }, 'subject')
  const entries = done + about
  await inTransaction(call, ({ tx }) =>
    writeEntry(call, tx.records, { action: 'forget', entity: collection, documentId: id }),
  )
  return { entries }
}

/** Of an entry. What nobody did who was signed in, such as a failed attempt to be, was perhaps done by whom it is about. */
type Part = 'actor' | 'subject'

async function inAll(call: Call, match: RecordMatch<EntryRow>, what: Part): Promise<number> {
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

async function forgetIn({ runtime }: Call, unit: Unit, row: EntryRow, what: Part): Promise<void> {
  const parts: readonly Part[] = what === 'subject' && row.actorId === null ? ['actor', 'subject'] : [what]
  const left = parts.filter((part) => row.forgotten !== part && row.forgotten !== 'both')
  if (left.length === 0) return
  const salt = await saltOf(runtime, unit)
  const hashed = (value: string | null) => (value === null ? null : keyedHash(salt, value))
  const { actorLabel, address, userAgent, changes } = row
  const forgotten: Forgotten = row.forgotten !== null || left.length > 1 ? 'both' : what
  await unit.tx.records.update(
    ENTRIES.name,
    { id: row.id },
    {
      ...(left.includes('actor') && {
        actorLabel: hashed(actorLabel),
        address: hashed(address),
        userAgent: hashed(userAgent),
      }),
      ...(left.includes('subject') && { changes: hashed(changes) }),
      forgotten,
    },
  )
}
