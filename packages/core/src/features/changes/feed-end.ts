import type { Runtime } from '../../engine/call.ts'
import { CHANGES, type ChangeRow, isBreak } from './change-table.ts'

/**
 * The last change that is settled. Of a feed that has just begun, nothing may be yet: then it is the record that it begins with, since
 * whatever is told comes behind that one. Null before a migration has made the table, and where somebody has emptied it.
 */
export async function lastSettled({ storage }: Pick<Runtime, 'storage'>): Promise<ChangeRow | null> {
  const { records } = storage.reader
  const last = await records.lastAppended(CHANGES.name)
  if (last) return last
  const [first] = await records.find(CHANGES.name, {}, { limit: 1 })
  return first && isBreak(first) ? first : null
}
