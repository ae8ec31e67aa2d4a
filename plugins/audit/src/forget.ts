import { type Call, inTransaction, type RecordMatch, type Runtime, systemCallIn, type Unit } from 'quirecms/plugin'
import { ENTRIES, type EntryRow, type Forgotten } from './entry-table.ts'
import { keyedHash, saltOf } from './keyed-hash.ts'
import type { AuditSettings } from './options.ts'
import { settleEntries } from './settling.ts'
import { writeEntry } from './write-entry.ts'

const AT_ONCE = 200

const known = new WeakMap<Runtime, AuditSettings>()

/** `forget` receives only the application; the options of its log are looked up here. */
export function rememberSettings({ runtime }: Call, settings: AuditSettings): void {
  known.set(runtime, settings)
}

/**
 * Replaces the personal data of a user by hashes everywhere in the log: names, network addresses and browsers in
 * entries of what the user did and of failed logins to the account, and the values of changes to the user's document.
 * The entries stay and the chain still verifies. The call itself is recorded.
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
  // Unsettled entries may name the user, too.
  await settleEntries(call, settings)
  const done = await inAll(call, { actorCollection: collection, actorId: id }, 'actor')
  const about = await inAll(call, { documentId: id }, 'subject')
  const entries = done + about
  await inTransaction(call, ({ tx }) =>
    writeEntry(call, tx.records, { action: 'forget', entity: collection, documentId: id }),
  )
  return { entries }
}

/**
 * The user's part in an entry. An anonymous entry about the user, such as a failed login, may have been caused by the
 * user, so both of its parts are hashed.
 */
type UserRole = 'actor' | 'subject'

async function inAll(call: Call, match: RecordMatch<EntryRow>, what: UserRole): Promise<number> {
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

async function forgetIn({ runtime }: Call, unit: Unit, row: EntryRow, what: UserRole): Promise<void> {
  const parts: readonly UserRole[] = what === 'subject' && row.actorId === null ? ['actor', 'subject'] : [what]
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
