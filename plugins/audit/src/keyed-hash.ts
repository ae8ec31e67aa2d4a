import { createHmac, randomBytes } from 'node:crypto'
import type { RecordWriter, Runtime, Unit } from 'quirecms/plugin'
import { STATE } from './entry-table.ts'

/** In memory only after the commit that stored it. */
const salts = new WeakMap<Runtime, string>()

/**
 * Returns the secret salt of this log. Without access to the database, the value behind a hash cannot be found by
 * trying.
 */
export async function saltOf(runtime: Runtime, unit: Pick<Unit, 'tx' | 'afterCommit'>): Promise<string> {
  const known = salts.get(runtime)
  if (known !== undefined) return known
  const salt = await storedSalt(unit.tx.records)
  unit.afterCommit.push(async () => void salts.set(runtime, salt))
  return salt
}

async function storedSalt(records: RecordWriter): Promise<string> {
  await records.insert(STATE.name, { name: 'salt', value: randomBytes(32).toString('base64url') })
  const [row] = await records.find(STATE.name, { name: 'salt' })
  if (!row) throw new Error('the audit log has no key to hash with')
  return row.value
}

/** Hashes a value: equal values have equal hashes within one log, and different ones in other logs. */
export function keyedHash(salt: string, value: string): string {
  return `hash:${createHmac('sha256', salt).update(value).digest('base64url')}`
}
