import type { BoundedCount, Reach } from './database.ts'

export interface TableSize {
  readonly rows: number
  readonly bytes: number
}

/**
 * Cost of testing a document besides reading it, and bytes that are read for the cost of one index entry. Measured on
 * SQLite: 40 ns for an entry, 2 µs for a document of 2 kB.
 */
const COST_OF_A_LOOK = 8
const BYTES_OF_A_STEP = 50

/** Cost estimate: the number of index entries that could be scanned in the same time. */
export function workOf(reach: readonly Reach[], sizeOf: (table: string) => TableSize): number {
  let work = 0
  for (const { table, tests, most = Number.POSITIVE_INFINITY } of reach) {
    const { rows, bytes } = sizeOf(table)
    const passed = Math.min(rows, most)
    const bytesOfOne = rows > 0 ? bytes / rows : 0
    work += tests === 0 ? passed : passed * tests * (COST_OF_A_LOOK + bytesOfOne / BYTES_OF_A_STEP)
  }
  return work
}

/**
 * The counts, in the order of `reach`, that decide whether the work is within the limit. None if the answer doesn't
 * depend on them, since counting scans other tables as well.
 */
export function countsToKnow(
  reach: readonly Reach[],
  sizeOf: (table: string) => TableSize,
  limit: number,
): readonly BoundedCount[] {
  if (workOf(reach, sizeOf) <= limit) return []
  const others = reach.filter(({ counted }) => !counted)
  return workOf(others, sizeOf) <= limit ? reach.flatMap(({ counted }) => counted ?? []) : []
}

/** Narrows an estimate by counts: a condition that few documents meet makes a statement cheap. */
export function withCounts(reach: readonly Reach[], counts: ReadonlyMap<BoundedCount, number>): Reach[] {
  return reach.map((one) => {
    const count = one.counted && counts.get(one.counted)
    return one.counted && count !== undefined && count < one.counted.upTo ? { ...one, most: count } : one
  })
}
