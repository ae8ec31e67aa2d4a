/** What makes spreadsheets take a cell for a formula, or drop what comes before one; also in full width. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const ESCAPED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
/** A number begins with a sign, and is nothing but a number. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * A text as a cell that no spreadsheet runs: with an apostrophe before it, which most of them take for "this is text". One that looks as
 * if it had been escaped already gets another, so that `readCell` gives back exactly what was there.
 */
export function safeCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** The text that a cell stands for: without the apostrophe that `safeCell` has put there, and with any other. */
export function readCell(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell
}
