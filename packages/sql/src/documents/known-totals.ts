import { BoundedMemory, type Known } from './bounded-memory.ts'

export type KnownTotal = Known<number>

/** Cache size, including keys. Most keys have some hundred bytes, so that this is some ten thousand lists. */
const MOST_BYTES = 4 * 1024 * 1024

export function rememberTotals(): BoundedMemory<number> {
  return new BoundedMemory(MOST_BYTES)
}
