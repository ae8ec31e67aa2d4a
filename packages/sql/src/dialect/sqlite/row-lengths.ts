import type { SqlRow } from '../database.ts'

/**
 * Estimates row lengths by the longest row that was read. Reading row by row costs half as much again as one call, so
 * it only pays for long results. Unread tables may have any length. A table with long rows keeps its estimate, so it
 * blocks others once at most.
 */
export class RowLengths {
  readonly #longest = new Map<string, number>()

  /** Whether this many rows of a table are probably not longer than `longest` characters. */
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

/** Approximate length in characters. */
export function lengthOfRow(row: SqlRow): number {
  let length = 0
  for (const value of row) length += typeof value === 'string' ? value.length : 8
  return length
}
