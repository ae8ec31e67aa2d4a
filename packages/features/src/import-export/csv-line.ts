import { safeCell } from './formula-cells.ts'

/** Also separators other than ours: the program that opens the file may take one of them for it. */
const QUOTED = /[",;|\t\r\n]|^\s|\s$/

/** A record as RFC 4180 has it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(safeCell(cell))).join(',')}\r\n`
}

function quoted(cell: string): string {
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
