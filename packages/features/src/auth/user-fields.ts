import {
  type FieldDefinition,
  fieldTypes,
  type ValidateArguments,
  type Call,
  type FieldDefinitions,
  type JsonObject,
  parseJson,
  type Stamp,
  type Rule,
  type StorageTransaction,
  type StoredDocument,
} from '@quirecms/core/feature'
import { CREDENTIALS } from './auth-tables.ts'
import { addressOf, hashOfAddress } from './users.ts'

/**
 * Stores addresses in lower case, so that the unique index compares them without case
 * (docs/contract/authentication.md#addresses).
 */
export const addressField: FieldDefinition = {
  type: { ...fieldTypes.email, normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value) },
  options: { required: true, unique: true },
}

/**
 * `addressField` for collections with service accounts. A service account has no address, so it can't use password
 * recovery.
 */
export const addressOfPeople: FieldDefinition = {
  ...addressField,
  options: {
    required: true,
    unique: true,
    admin: { showIf: { _service: { not_equals: true } } },
    validate: ({ value, next }: ValidateArguments) =>
      !isServiceAccount(next) || value === null || 'A service account has no address. Create a user for a person.',
  },
}

const SERVICE = '_service'

/** Whether a user is a service account. The value never changes. */
export const SERVICE_FIELD: FieldDefinitions = {
  [SERVICE]: { type: fieldTypes.checkbox, options: {}, maintained: true },
}

export const AS_SERVICE_ACCOUNT: JsonObject = { [SERVICE]: true }

export function isServiceAccount(content: Readonly<JsonObject>): boolean {
  return content[SERVICE] === true
}

/** Neither an update nor an older version turns a person into a service account, or the other way round. */
export const stampService: Stamp<Call> = ({ maintained }, before) => {
  const origin = before ? (parseJson(before.json) as JsonObject) : (maintained ?? {})
  return { [SERVICE]: isServiceAccount(origin) }
}

const VERIFIED = '_verified'

/**
 * Whether the user's address is confirmed, for filters of lists. Decisions use `verifiedAddress` of the credentials,
 * the hash of the confirmed address. Readable for actors who may update the user.
 */
export function verifiedField(mayUpdate: Rule): FieldDefinitions {
  return { [VERIFIED]: { type: fieldTypes.checkbox, options: { access: { read: mayUpdate } }, maintained: true } }
}

/** Only the first user, from bootstrap, starts as verified. */
export function verifiedAtFirst(isConfirmed: boolean): JsonObject {
  return { [VERIFIED]: isConfirmed }
}

/** We verify addresses, not users: a new address resets this. */
export const stampVerified: Stamp<Call> = ({ maintained }, before, content) => {
  if (!before) return { [VERIFIED]: maintained?.[VERIFIED] === true }
  const isSame = addressOf(before) === content['email']
  return { [VERIFIED]: isSame && (parseJson(before.json) as JsonObject)[VERIFIED] === true }
}

/** Marks the user's current address as confirmed, without a new revision. */
export async function confirmAddress({ entity }: Call, tx: StorageTransaction, user: StoredDocument): Promise<void> {
  const owner = { collection: entity.slug, userId: user.id }
  await tx.records.update(CREDENTIALS.name, owner, { verifiedAddress: hashOfAddress(addressOf(user)) })
  if (!entity.auth?.verification) return
  const stored = await tx.get(entity.table.name, user.id, undefined, { lock: 'change' })
  if (!stored || addressOf(stored) !== addressOf(user)) return
  const content = { ...(parseJson(stored.json) as JsonObject), [VERIFIED]: true }
  await tx.update(entity.table.name, { ...stored, json: JSON.stringify(content) }, stored.revision)
}
