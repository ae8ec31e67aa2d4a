import type { Rule } from '../../contracts/access.ts'
import type { Stamp } from '../../contracts/document-changes.ts'
import type { FieldDefinitions } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StorageTransaction, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../../engine/call.ts'
import { checkbox } from '../../fields/checkbox.ts'
import { CREDENTIALS } from './auth-tables.ts'
import { addressOf, hashOfAddress } from './users.ts'

const NAME = '_verified'

/**
 * Whether the user's address is confirmed, where that is asked for. What decides is kept with the password, as the hash of the very address;
 * this is what lists can be filtered by. Whoever may update a user may know it.
 */
export function verifiedField(mayUpdate: Rule): FieldDefinitions {
  return { [NAME]: { type: checkbox, options: { access: { read: mayUpdate } }, maintained: true } }
}

/** What a new user has there: confirmed is only the one whom bootstrap makes. */
export function verifiedAtFirst(isConfirmed: boolean): JsonObject {
  return { [NAME]: isConfirmed }
}

/** Confirmed is an address: with another one, the user is no longer. */
export const stampVerified: Stamp<Call> = ({ maintained }, before, content) => {
  if (!before) return { [NAME]: maintained?.[NAME] === true }
  const isSame = addressOf(before) === content['email']
  return { [NAME]: isSame && (parseJson(before.json) as JsonObject)[NAME] === true }
}

/** Remembers that the user's present address is confirmed. That changes nothing of the document, and so makes no revision. */
export async function confirmAddress({ entity }: Call, tx: StorageTransaction, user: StoredDocument): Promise<void> {
  const owner = { collection: entity.slug, userId: user.id }
  await tx.records.update(CREDENTIALS.name, owner, { verifiedAddress: hashOfAddress(addressOf(user)) })
  if (!entity.auth?.verification) return
  const stored = await tx.get(entity.table.name, user.id, undefined, { lock: 'change' })
  if (!stored || addressOf(stored) !== addressOf(user)) return
  const content = { ...(parseJson(stored.json) as JsonObject), [NAME]: true }
  await tx.update(entity.table.name, { ...stored, json: JSON.stringify(content) }, stored.revision)
}
