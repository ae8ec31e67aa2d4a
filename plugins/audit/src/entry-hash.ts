import { createHash } from 'node:crypto'
import { ENTRIES, type EntryRow } from './entry-table.ts'
import { keyedHash } from './keyed-hash.ts'

const SEALED = ENTRIES.columns
  .map(({ name }) => name as keyof EntryRow)
  .filter((name) => name !== 'hash' && name !== 'forgotten')
  .toSorted()

/** Size of the cache for hashes of frequent values, such as network addresses. */
const MOST_REMEMBERED = 1_000

/** Returns a function that hashes an entry together with the hash of the previous entry. */
export function hashingWith(salt: string): (previous: string, row: EntryRow) => string {
  const remembered = new Map<string, string>()
  const again = (value: string) => {
    let hash = remembered.get(value)
    if (hash === undefined) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      hash = keyedHash(salt, value)
      remembered.set(value, hash)
    }
    return hash
  }
  return (previous, row) => {
    const values = SEALED.map((name) => [name, hidden(name, row, salt, again)])
    return createHash('sha256').update(previous).update(JSON.stringify(values)).digest('base64url')
  }
}

/**
 * Values that can be forgotten enter the chain as keyed hashes. `forget` stores that hash in place of the value, so the
 * chain still verifies.
 */
function hidden(
  name: keyof EntryRow,
  row: EntryRow,
  salt: string,
  again: (value: string) => string,
): string | number | null {
  const value = row[name]
  if (typeof value !== 'string') return value
  const { forgotten } = row
  switch (name) {
    case 'actorLabel':
    case 'address':
    case 'userAgent':
      return forgotten === 'actor' || forgotten === 'both' ? value : again(value)
    case 'changes':
      return forgotten === 'subject' || forgotten === 'both' ? value : keyedHash(salt, value)
    default:
      return value
  }
}
