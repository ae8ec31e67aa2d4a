import { createHmac, randomBytes } from 'node:crypto'
import type { RecordWriter, Runtime, Unit } from 'quirecms/plugin'
import { STATE } from './entry-table.ts'

const salts = new WeakMap<Runtime, string>()

/**
 * What hashes of this log are made with: a secret of its own, so that nobody finds out by trying which address one stands for who has not got the
 * database as well.
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
  if (!row) throw new Error('the audit log has nothing to hash with')
  return row.value
}

/** The same text gives the same hash in one log, and another one in every other. */
export function keyedHash(salt: string, value: string): string {
  return `hash:${createHmac('sha256', salt).update(value).digest('base64url')}`
}
