import { type Issue, QuireError } from '@quirecms/core/feature'

/** In characters: the same limit as for a document in a request. */
export const LONGEST_ROW = 1024 * 1024

export const MOST_COLUMNS = 1000

/** A file that can't be read further. `row` counts as in a spreadsheet, from 1. */
export class BrokenFile extends QuireError {
  readonly row: number | null

  constructor(message: string, row: number | null = null, code: Issue['code'] = 'format') {
    const where = row === null ? '' : `Row ${row}: `
    super('validation', 'The file cannot be read. The issues say why.', {
      issues: [{ code, path: 'file', message: `${where}${message}` }],
    })
    this.row = row
  }
}
