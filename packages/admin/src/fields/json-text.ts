/** What was typed as a value: undefined if it is no JSON (yet). Nothing is null, as everywhere. */
export function parseJson(typed: string): unknown {
  if (typed.trim() === '') return null
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return undefined
  }
}

export function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** A value to compare with: numbers, true, false and null as such, everything else as the text that it is. */
export function parseScalar(typed: string): unknown {
  const value = parseJson(typed)
  return value === undefined || typeof value === 'object' ? typed : value
}
