import type { StorageTransaction } from '../../contracts/document-storage.ts'
import type { Runtime } from '../call.ts'
import type { RecordOwner } from './signed-in.ts'

/**
 * From here to the end of the transaction, nobody else counts what this user has, and so adds to it: those who counted at the same moment
 * would not see what the others add. Whoever begins to point to the user does not wait.
 */
export async function holdUser(
  { manifest }: Runtime,
  tx: StorageTransaction,
  { collection, userId }: RecordOwner,
): Promise<void> {
  const users = manifest.collections[collection]
  if (users) await tx.get(users.table.name, userId, undefined, { lock: 'change' })
}
