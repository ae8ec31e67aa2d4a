import { safeCell } from './formula-cells.ts'

/** Includes other separators, because the program that opens the file may use one of them. */
const QUOTED = /[",;|\t\r\n]|^\s|\s$/

/** Formats a record by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(safeCell(cell))).join(',')}\r\n`
}

function quoted(cell: string): string {
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
