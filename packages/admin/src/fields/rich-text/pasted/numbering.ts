/** Numbering of a list, as HTML attributes. */
export interface Numbering {
  readonly type: 'a' | 'A' | 'i' | 'I' | null
  readonly start: number
}

const TYPES: Readonly<Record<string, Numbering['type']>> = {
  'alpha-lower': 'a',
  'alpha-upper': 'A',
  'roman-lower': 'i',
  'roman-upper': 'I',
}

/**
 * Whether and how an item is numbered: by the style sheet, or by its sign, which is a bullet unless it is a number or
 * letter with a dot or brackets. For `1.2.`, the last part counts.
 */
export function numberingOf(sign: string, format: string | undefined): Numbering | undefined {
  if (format === 'bullet' || format === 'image' || format === 'none') return undefined
  const counted = /^\(?(?:[\p{L}\d]+\.)*([\p{L}\d]{1,7})[.)、]?\)?$/u.exec(sign)?.[1]
  const hasMark = /[.)、]$/.test(sign)
  if (counted === undefined || (format === undefined && !hasMark && !/^\d+$/.test(sign))) {
    return format === undefined ? undefined : { type: TYPES[format] ?? null, start: 1 }
  }
  if (/^\d+$/.test(counted)) return { type: null, start: Number(counted) }
  const type = format === undefined ? typeOfLetters(counted) : (TYPES[format] ?? null)
  return { type, start: type === null ? 1 : numberOf(counted, type) }
}

function typeOfLetters(letters: string): Numbering['type'] {
  const isUpper = letters !== letters.toLowerCase()
  // "i." begins a Roman list more often than it is the ninth letter.
  if (/^[ivxlcdm]+$/i.test(letters) && (letters.length > 1 || /^[ivx]$/i.test(letters))) return isUpper ? 'I' : 'i'
  return /^[a-z]$/i.test(letters) ? (isUpper ? 'A' : 'a') : null
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function numberOf(letters: string, type: Numbering['type']): number {
  const lower = letters.toLowerCase()
  if (type === 'a' || type === 'A') {
    return /^[a-z]+$/.test(lower)
      ? Array.from(lower).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0)
      : 1
  }
  const values = Array.from(lower).map((letter) => ROMAN[letter] ?? 0)
  return values.reduce((sum, value, at) => (value < (values[at + 1] ?? 0) ? sum - value : sum + value), 0) || 1
}
