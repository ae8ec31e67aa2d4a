import { LARGEST_READ, type NumberReading, type PartReading, type TextReading } from '../contracts/condition.ts'

const MOST_SCALES = 2

/**
 * Says how the parts of a value are read, for `parts` of a field type.
 *
 * @example
 * const amount = read.member('amount', 'number')
 * const domain = read.slice(read.text, 0, 2)
 */
export const read = {
  /** The value itself, if it is a text. */
  text: { gives: 'text', kind: 'value' } as TextReading,
  /** The value itself, if it is a number. */
  number: { gives: 'number', kind: 'value' } as NumberReading,
  member,
  /** `length` characters, from the one with the index `start`. */
  slice: (of: TextReading, start: number, length: number): TextReading => {
    if (!isIndex(start) || !isIndex(length))
      throw new Error('a slice has a start and a length, whole numbers of 0 or more')
    return { gives: 'text', kind: 'slice', of, start, length }
  },
  /** The index of the text in `within`; -1 if it is not there. */
  position: (of: TextReading, within: string): NumberReading => ({
    gives: 'number',
    kind: 'position',
    of,
    in: within,
  }),
  scaled: (of: NumberReading, by: number): NumberReading => {
    const size = Math.abs(by)
    if (!(size <= LARGEST_READ && size >= 1 / LARGEST_READ))
      throw new Error(`the factor of a scaled number must be between 1/${LARGEST_READ} and ${LARGEST_READ}`)
    if (scalesIn(of) >= MOST_SCALES)
      throw new Error('a number can be scaled twice at most: multiply the factors instead')
    return { gives: 'number', kind: 'scaled', of, by }
  },
  /** Adds from first to last: the order of floating-point additions affects the last digit. */
  sum: (...of: readonly [NumberReading, ...NumberReading[]]): NumberReading => ({ gives: 'number', kind: 'sum', of }),
}

function member(name: string, gives: 'text'): TextReading
function member(name: string, gives: 'number'): NumberReading
function member(name: string, gives: 'text' | 'number'): PartReading {
  return { gives, kind: 'member', name }
}

function isIndex(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function scalesIn(reading: NumberReading): number {
  if (reading.kind === 'scaled') return 1 + scalesIn(reading.of)
  return reading.kind === 'sum' ? Math.max(0, ...reading.of.map(scalesIn)) : 0
}
