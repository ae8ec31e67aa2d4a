import type { Runtime } from '@quirecms/core/feature'
import { CHANGES, type ChangeRow, isBreak } from './change-table.ts'

/**
 * The last settled change. A new feed may have no settled change; then this is its initial break record. Null if the
 * table doesn't exist yet or was emptied.
 */
export async function lastSettled({ storage }: Pick<Runtime, 'storage'>): Promise<ChangeRow | null> {
  const { records } = storage.reader
  const last = await records.readLastAppended(CHANGES.name)
  if (last) return last
  const [first] = await records.find(CHANGES.name, {}, { limit: 1 })
  return first && isBreak(first) ? first : null
}
