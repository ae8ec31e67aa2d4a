import type { OptionKind } from '../fields/option-kinds.ts'

/** A number of milliseconds, or a text such as `'500ms'`, `'30s'`, `'10m'`, `'24h'`, `'7d'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** A number of bytes, or a text such as `'64kb'`, `'10mb'`, `'1gb'`; a kilobyte is 1,024 bytes. */
export type Size = number | `${number}${'b' | 'kb' | 'mb' | 'gb'}`

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const BYTES: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/**
 * @example
 * parseDuration('10m') // 600000
 */
export function parseDuration(given: unknown): number {
  return parse(given, MILLISECONDS, "a number of milliseconds or a text such as '500ms', '30s', '10m', '24h' or '7d'")
}

/**
 * @example
 * parseSize('1mb') // 1048576
 */
export function parseSize(given: unknown): number {
  return parse(given, BYTES, "a number of bytes or a text such as '64kb', '10mb' or '1gb'")
}

export const aDuration: OptionKind = (value) => {
  try {
    return parseDuration(value) > 0 ? null : 'must be more than 0'
  } catch (error) {
    return (error as Error).message
  }
}

export function aDurationUpTo(longest: Duration): OptionKind {
  const most = parseDuration(longest)
  return (value) => aDuration(value) ?? (parseDuration(value) > most ? `must be at most '${longest}'` : null)
}

/** A retention time, bounded so that the cutoff date stays valid. */
export const aTimeToKeep = aDurationUpTo('36500d')

function parse(given: unknown, units: Readonly<Record<string, number>>, expected: string): number {
  const [, digits, unit = ''] =
    (typeof given === 'string' && /^(\d{1,15}(?:\.\d{1,3})?)([a-z]{1,2})$/.exec(given)) || []
  const value = typeof given === 'number' ? given : Number(digits) * (units[unit] ?? Number.NaN)
  if (!Number.isFinite(value) || value < 0 || value > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`must be ${expected}, not ${typeof given === 'string' ? `'${given}'` : String(given)}`)
  }
  return Math.round(value)
}
