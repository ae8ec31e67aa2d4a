import type { SqlRow } from '../dialect/database.ts'
import { BoundedMemory } from './bounded-memory.ts'

/** Cache size, and the largest entry. */
const MOST_BYTES = 16 * 1024 * 1024
export const MOST_BYTES_OF_ONE = 256 * 1024

/** Caches result rows: unchanged pages are read again and again. */
export function rememberRows(): BoundedMemory<readonly SqlRow[]> {
  return new BoundedMemory(MOST_BYTES, bytesOfRows)
}

export function bytesOfRows(rows: readonly SqlRow[]): number {
  let bytes = 0
  for (const row of rows) {
    bytes += 16
    for (const value of row) bytes += typeof value === 'string' ? 2 * value.length + 16 : 8
  }
  return bytes
}
