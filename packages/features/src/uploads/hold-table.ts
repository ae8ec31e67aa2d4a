import { column, recordTable, type Runtime } from '@quirecms/core/feature'

/**
 * Holds of running backups, with their expiry. While there is one, no object is removed (docs/adr/0071-backups.md).
 */
export const OBJECT_HOLDS = recordTable({
  name: 'object_holds',
  columns: { id: column.text(), until: column.text() },
  key: ['id'],
})

/** Whether an unexpired hold exists. Removes expired ones, left by processes that died. */
export async function areObjectsHeld({ storage, clock }: Runtime): Promise<boolean> {
  const now = clock().toISOString()
  const holds = await storage.reader.records.find(OBJECT_HOLDS.name, {})
  if (holds.length === 0) return false
  if (holds.some(({ until }) => until > now)) return true
  await storage.transaction(({ records }) => records.remove(OBJECT_HOLDS.name, { until: { below: now } }))
  return false
}
