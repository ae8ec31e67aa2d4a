import type { SqlRow } from '../database.ts'

/**
 * How long the rows of tables are, judging by the longest that were read. To read rows one by one costs half as much again as to read them
 * in one call, and is only worth it where they may be long together. A table of which nothing was read yet may have any; one with long rows
 * is never taken for another again, so that others are kept waiting for it once at most.
 */
export class RowLengths {
  readonly #longest = new Map<string, number>()

  /** Whether so many rows of a table are most likely no longer than this together, in characters. */
  fit(table: string, rows: number, longest: number): boolean {
    const known = this.#longest.get(table)
    return known !== undefined && known * rows <= longest
  }

  learn(table: string, rows: readonly SqlRow[]): void {
    let longest = this.#longest.get(table) ?? 1
    for (const row of rows) longest = Math.max(longest, lengthOfRow(row))
    this.#longest.set(table, longest)
  }
}

/** About how much there is to read, in characters. */
export function lengthOfRow(row: SqlRow): number {
  let length = 0
  for (const value of row) length += typeof value === 'string' ? value.length : 8
  return length
}
