import { type Issue, QuireError } from '@quirecms/core/feature'

/** In characters. What a document may hold comes in one request, too. */
export const LONGEST_ROW = 1024 * 1024

export const MOST_COLUMNS = 1000

/** A file that can't be read any further, whatever its rows say. `row` counts as a spreadsheet does, from 1. */
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
