/**
 * A number with what it counts, in the right form.
 *
 * @example
 * counted(1, 'row') // '1 row'
 * counted(2, 'entry', 'entries') // '2 entries'
 */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
