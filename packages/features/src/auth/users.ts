import { createHash } from 'node:crypto'
import {
  type Actor,
  allOf,
  type AuthOptions,
  type Call,
  type Condition,
  type DocumentReader,
  type Entity,
  type LockOptions,
  parseJson,
  QuireError,
  type Runtime,
  scopeOf,
  type StoredDocument,
  systemCall,
  toReadForm,
} from '@quirecms/core/feature'
import type { CredentialsRow } from './auth-tables.ts'

/** Auth options of the call's collection. The operations here exist only in auth collections. */
export function authOf({ entity }: Call): AuthOptions {
  if (!entity.auth) throw new QuireError('internal', `"${entity.slug}" has no users.`)
  return entity.auth
}

/**
 * Whether the user's address is confirmed, or needs no confirmation. We confirm addresses, not users: a new address
 * is unconfirmed.
 */
export function hasConfirmed(
  { auth }: Entity<Call>,
  stored: StoredDocument,
  credentials: CredentialsRow | undefined,
): boolean {
  return !auth?.verification || addressOf(stored) === '' || isOwnAddress(stored, credentials)
}

/** Whether the address is confirmed, even in collections without verification. */
export function isOwnAddress(stored: StoredDocument, credentials: CredentialsRow | undefined): boolean {
  return credentials?.verifiedAddress === hashOfAddress(addressOf(stored))
}

/**
 * The user as rules and hooks see it: the document in the default locale, plus its collection
 * (docs/contract/application-code.md#actor). An unconfirmed address may belong to another person and must give no
 * rights, so `email` is empty then.
 */
export function actorOf(runtime: Runtime, entity: Entity<Call>, stored: StoredDocument, isConfirmed: boolean): Actor {
  const { localization } = runtime.manifest
  const locale = localization && {
    all: false as const,
    locale: localization.defaultLocale,
    chain: [localization.defaultLocale],
  }
  const address = isConfirmed ? {} : { email: '' }
  return { ...toReadForm(entity, stored, locale), ...address, id: stored.id, collection: entity.slug }
}

/** If service accounts are disabled, existing ones no longer authenticate. */
export function isAccount({ auth }: Entity<Call>, stored: StoredDocument): boolean {
  return auth?.serviceAccounts === true || addressOf(stored) !== ''
}

export async function findUser(
  runtime: Runtime,
  reader: DocumentReader,
  entity: Entity<Call>,
  id: string,
  options: LockOptions = {},
): Promise<StoredDocument | null> {
  const { table, where } = await scopeOf(systemCall(runtime, entity, 'findUser'))
  return reader.get(table, id, where, options)
}

export async function findUserByAddress(
  runtime: Runtime,
  reader: DocumentReader,
  entity: Entity<Call>,
  address: string,
): Promise<StoredDocument | null> {
  const isAddress: Condition = {
    kind: 'compare',
    path: { steps: [{ kind: 'key', name: 'email' }], storedAs: 'text' },
    test: { op: 'equals', value: normalAddress(address) },
  }
  const source = await scopeOf(systemCall(runtime, entity, 'findUser'))
  const where = allOf([isAddress, source.where])
  const [found] = await reader.find(source.table, { where, sort: [], limit: 1, offset: 0 })
  return found ?? null
}

/** Case doesn't matter in addresses (docs/contract/authentication.md#addresses). */
function normalAddress(address: string): string {
  return address.trim().toLowerCase()
}

/** Outside of user documents, only hashes of addresses are stored: addresses of strangers are not collected. */
export function hashOfAddress(address: string): string {
  return createHash('sha256').update(normalAddress(address)).digest('base64url')
}

/** The address in a user's content; empty without one. */
export function addressOf({ json }: Pick<StoredDocument, 'json'>): string {
  const { email } = parseJson(json) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}
