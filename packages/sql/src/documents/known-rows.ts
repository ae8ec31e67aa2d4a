import type { SqlRow } from '../dialect/database.ts'
import { BoundedMemory } from './bounded-memory.ts'

/** Cache size, and the largest entry. */
const MOST_BYTES = 16 * 1024 * 1024
export const MOST_BYTES_OF_ONE = 256 * 1024

/** Caches the rows of statements: an unchanged page is read again and again. */
export function rememberRows(): BoundedMemory<readonly SqlRow[]> {
  return new BoundedMemory(MOST_BYTES, bytesOfRows)
}

/** A character takes two bytes at most. */
export function bytesOfRows(rows: readonly SqlRow[]): number {
  let bytes = 0
  for (const row of rows) {
    bytes += 16
    for (const value of row) bytes += typeof value === 'string' ? 2 * value.length + 16 : 8
  }
  return bytes
}
