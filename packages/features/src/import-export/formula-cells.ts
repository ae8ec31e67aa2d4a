import { isNumber } from './number-cell.ts'

/**
 * Where a spreadsheet would begin a formula: at the signs that make one, also in full width, and at what it drops before one. Not only at
 * the beginning of a cell: a program that opens the file with another separator than ours finds further cells behind each `;`, tab, `|` and line
 * break, and quotation marks there are its own.
 */
const FORMULA = /^(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;|\t\r\n])(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const ESCAPED =
  /^'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;|\t\r\n])'(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * A text as a cell that no spreadsheet runs: with an apostrophe where a formula would begin, which most of them take for "this is text". One
 * that looks as if it had been escaped already gets another, so that `readCell` gives back exactly what was there.
 */
export function safeCell(text: string): string {
  // A number may begin with a sign, and no spreadsheet runs it.
  return isNumber(text) ? text : text.replace(FORMULA, "'")
}

/** The text that a cell stands for: without the apostrophes that `safeCell` has put there, and with any other. */
export function readCell(cell: string): string {
  return cell.replace(ESCAPED, '')
}
