import { isNumber } from './cell-values.ts'

/** Includes other separators, because the program that opens the file may use one of them. */
const QUOTED = /[",;|\t\r\n]|^\s|\s$/

/** Formats a record by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(safeCell(cell))).join(',')}\r\n`
}

function quoted(cell: string): string {
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Where a spreadsheet would start a formula: at the signs for one, also full width, and after characters that it drops.
 * Also inside of the cell: a program that uses another separator finds further cells after each `;`, tab, `|` and line
 * break.
 */
const FORMULA = /^(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;|\t\r\n])(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const ESCAPED =
  /^'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;|\t\r\n])'(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Escapes formulas with an apostrophe. A text that already looks escaped gets another one, so that `readCell` returns
 * exactly the original.
 */
export function safeCell(text: string): string {
  // A number may begin with a sign, and is no formula.
  return isNumber(text) ? text : text.replace(FORMULA, "'")
}

/** Reverses `safeCell`, and keeps all other apostrophes. */
export function readCell(cell: string): string {
  return cell.replace(ESCAPED, '')
}
