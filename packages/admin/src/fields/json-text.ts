/** The parsed value; undefined for invalid JSON, null for empty input. */
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

/** Parses a value to compare with: numbers, true, false and null; everything else is a text. */
export function parseScalar(typed: string): unknown {
  const value = parseJson(typed)
  return value === undefined || typeof value === 'object' ? typed : value
}
