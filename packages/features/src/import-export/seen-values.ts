import { createHash } from 'node:crypto'
import type { UnreadRow } from './import-rows.ts'
import { type RowIssue, rowIssue } from './row-issues.ts'

/** Longer values are remembered by a digest. */
const LONGEST = 64

/**
 * What the rows of a file have in unique fields. A value that stands there twice is a mistake: the second row would change what the first
 * has made, or be refused; and a trial, which undoes each portion, would never find out.
 */
export class SeenValues {
  readonly #rows = new Map<string, number>()

  /** Whether a row before has this value in the field. */
  has(path: string, value: string): boolean {
    return this.#rows.has(keyOf(path, value))
  }

  /** Remembers the row, and says where it repeats an earlier one. */
  check({ row, names }: UnreadRow): RowIssue[] {
    return names.flatMap(({ column, path, value }) => {
      const key = keyOf(path, value)
      const first = this.#rows.get(key)
      if (first === undefined) this.#rows.set(key, row)
      if (first === undefined || first === row) return []
      return [
        rowIssue(row, column, { code: 'unique', message: `Row ${first} has the same value, which must be unique.` }),
      ]
    })
  }
}

function keyOf(path: string, value: string): string {
  return `${path}\n${value.length > LONGEST ? createHash('sha256').update(value).digest('base64') : value}`
}
