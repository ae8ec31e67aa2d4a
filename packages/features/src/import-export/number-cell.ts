/** A number as it stands in a cell, with or without a sign. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

export function isNumber(cell: string): boolean {
  return NUMBER.test(cell)
}
