import { type JsonObject, type KeyScopes, parseJson } from '@quirecms/core/feature'
import type { ApiKeyRow } from '../auth-tables.ts'

export function shownKey(row: ApiKeyRow): JsonObject {
  const { id, name, note, prefix, createdAt, expiresAt, lastUsedAt, lastUsedAddress, formerUntil } = row
  const addresses = addressesOf(row)
  return {
    id,
    name,
    note,
    prefix,
    scopes: row.scopes === null ? null : parseJson(row.scopes),
    addresses: addresses && [...addresses],
    createdAt,
    expiresAt,
    lastUsedAt,
    lastUsedAddress,
    formerUntil,
  }
}

/** The key's limits on its user's rights; null for no limits. */
export function scopesOfKey({ scopes }: Pick<ApiKeyRow, 'scopes'>): KeyScopes | null {
  return scopes === null ? null : (parseJson(scopes) as KeyScopes)
}

export function addressesOf({ addresses }: Pick<ApiKeyRow, 'addresses'>): readonly string[] | null {
  return addresses === null ? null : (parseJson(addresses) as string[])
}

export function asColumn(value: object | null): string | null {
  return value && JSON.stringify(value)
}
