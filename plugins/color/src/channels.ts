import { type NumberReading, read } from 'quirecms/plugin'

/** One hexadecimal digit of `#rrggbb`, from 0 to 15. */
function digit(index: number): NumberReading {
  return read.position(read.slice(read.text, index, 1), '0123456789abcdef')
}

function channel(first: number): NumberReading {
  return read.sum(read.scaled(digit(first), 16), digit(first + 1))
}

export const red = channel(1)
export const green = channel(3)
export const blue = channel(5)

/** Luminance of red, green and blue, in parts of 10,000 (ITU-R BT.709). */
const WEIGHTS = [2126, 7152, 722] as const

/** Uses integers up to the final scaling, so that white is exactly 1. */
export const lightness = read.scaled(
  read.sum(...weighted(WEIGHTS[0], 1), ...weighted(WEIGHTS[1], 3), ...weighted(WEIGHTS[2], 5)),
  1 / (255 * 10_000),
)

function weighted(weight: number, first: number): [NumberReading, NumberReading] {
  return [read.scaled(digit(first), 16 * weight), read.scaled(digit(first + 1), weight)]
}
