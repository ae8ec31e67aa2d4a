import { createHash } from 'node:crypto'
import type { UnreadRow } from './import-rows.ts'
import { type RowIssue, rowIssue } from './row-issues.ts'

/** Longer values are stored as a digest. */
const LONGEST = 64

/**
 * Values of unique fields in a file. A repeated value is an issue: the second row would change the document of the
 * first, or be refused; a dry run, which rolls back each batch, would not notice.
 */
export class SeenValues {
  readonly #rows = new Map<string, number>()

  has(path: string, value: string): boolean {
    return this.#rows.has(valueKey(path, value))
  }

  /** Records a row; returns issues for repeated values. */
  check({ row, names }: UnreadRow): RowIssue[] {
    return names.flatMap(({ column, path, value }) => {
      const key = valueKey(path, value)
      const first = this.#rows.get(key)
      if (first === undefined) this.#rows.set(key, row)
      if (first === undefined || first === row) return []
      return [
        rowIssue(row, column, { code: 'unique', message: `Row ${first} has the same value, which must be unique.` }),
      ]
    })
  }
}

function valueKey(path: string, value: string): string {
  return `${path}\n${value.length > LONGEST ? createHash('sha256').update(value).digest('base64') : value}`
}
