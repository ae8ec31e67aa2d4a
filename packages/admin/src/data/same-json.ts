/** Whether two values are the same content. A missing value is null, as in the answers of the service. */
export function sameJson(one: unknown, other: unknown): boolean {
  const [a, b] = [one ?? null, other ?? null]
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => sameJson(left[key], right[key]))
}
