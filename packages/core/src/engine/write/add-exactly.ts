/** Adds decimal numbers exactly: 0.1 and 0.2 are 0.3. Infinite if the sum can't be represented. */
export function addExactly(one: number, other: number): number {
  const sum = one + other
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other) && Number.isSafeInteger(sum)) return sum
  if (!Number.isFinite(one) || !Number.isFinite(other)) return sum
  const left = decimalOf(one)
  const right = decimalOf(other)
  const exponent = Math.min(left.exponent, right.exponent)
  const digits = scaled(left, exponent) + scaled(right, exponent)
  return Number(`${digits}e${exponent}`)
}

interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** The decimal digits and exponent of a number: 1.25 is 125 hundredths. */
function decimalOf(value: number): Decimal {
  const [written = '0', power = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = written.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}
