import {
  type Call,
  type FieldDefinitions,
  fieldTypes,
  type JsonObject,
  parseJson,
  type Rule,
  type Stamp,
  type StorageTransaction,
  type StoredDocument,
} from '@quirecms/core/feature'
import { CREDENTIALS } from './auth-tables.ts'
import { addressOf, hashOfAddress } from './users.ts'

const NAME = '_verified'

/**
 * Whether the user's address is confirmed, for filters of lists. Decisions use `verifiedAddress` of the credentials,
 * the hash of the confirmed address. Readable for actors who may update the user.
 */
export function verifiedField(mayUpdate: Rule): FieldDefinitions {
  return { [NAME]: { type: fieldTypes.checkbox, options: { access: { read: mayUpdate } }, maintained: true } }
}

/** Only the first user, from bootstrap, starts as verified. */
export function verifiedAtFirst(isConfirmed: boolean): JsonObject {
  return { [NAME]: isConfirmed }
}

/** We verify addresses, not users: a new address resets this. */
export const stampVerified: Stamp<Call> = ({ maintained }, before, content) => {
  if (!before) return { [NAME]: maintained?.[NAME] === true }
  const isSame = addressOf(before) === content['email']
  return { [NAME]: isSame && (parseJson(before.json) as JsonObject)[NAME] === true }
}

/** Marks the user's current address as confirmed, without a new revision. */
export async function confirmAddress({ entity }: Call, tx: StorageTransaction, user: StoredDocument): Promise<void> {
  const owner = { collection: entity.slug, userId: user.id }
  await tx.records.update(CREDENTIALS.name, owner, { verifiedAddress: hashOfAddress(addressOf(user)) })
  if (!entity.auth?.verification) return
  const stored = await tx.get(entity.table.name, user.id, undefined, { lock: 'change' })
  if (!stored || addressOf(stored) !== addressOf(user)) return
  const content = { ...(parseJson(stored.json) as JsonObject), [NAME]: true }
  await tx.update(entity.table.name, { ...stored, json: JSON.stringify(content) }, stored.revision)
}
