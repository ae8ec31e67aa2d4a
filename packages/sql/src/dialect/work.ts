import type { BoundedCount, Reach } from './database.ts'

export interface TableSize {
  readonly rows: number
  /** The length of all documents' JSON together. */
  readonly bytes: number
}

/**
 * What looking at a document costs besides reading it, and how many bytes of it are read for the price of an index's entry. Measured
 * on SQLite: 40 ns for an entry, 2 µs for a look at a document of 2 kB.
 */
const COST_OF_A_LOOK = 8
const BYTES_OF_A_STEP = 50

/** About how many entries of an index would be passed in the same time. */
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
 * What to count, in the order of `reach`, before it is known whether the work is within the limit. Nothing where it is in any case, or
 * where it isn't whatever the counts are: counting goes through the other tables as well.
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

/** Narrows an estimate by what was counted meanwhile: a condition that few documents meet makes a statement cheap. */
export function withCounts(reach: readonly Reach[], counts: ReadonlyMap<BoundedCount, number>): Reach[] {
  return reach.map((one) => {
    const count = one.counted && counts.get(one.counted)
    return one.counted && count !== undefined && count < one.counted.upTo ? { ...one, most: count } : one
  })
}
