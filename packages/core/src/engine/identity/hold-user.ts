import type { StorageTransaction } from '../../contracts/document-storage.ts'
import type { Runtime } from '../call.ts'
import type { RecordOwner } from './signed-in.ts'

/**
 * Locks the user row until the transaction ends, so that concurrent transactions cannot both count what the user has
 * and then add to it. New references to the user do not wait for this lock.
 */
export async function holdUser(
  { manifest }: Runtime,
  tx: StorageTransaction,
  { collection, userId }: RecordOwner,
): Promise<void> {
  const users = manifest.collections[collection]
  if (users) await tx.get(users.table.name, userId, undefined, { lock: 'change' })
}
