/** Whether two values are equal as JSON. Undefined equals null, as in responses. */
export function sameJson(one: unknown, other: unknown): boolean {
  const [a, b] = [one ?? null, other ?? null]
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => sameJson(left[key], right[key]))
}

type JsonMembers = Readonly<Record<string, unknown>>

/**
 * Reuses the objects of `before` in `after` where they are equal, so that unchanged parts keep their identity and don't
 * render again. Matches rows by id.
 */
export function shareEqual<Value>(before: unknown, after: Value): Value {
  return shared(before, after) as Value
}

function shared(before: unknown, after: unknown): unknown {
  if (before === after || typeof before !== 'object' || typeof after !== 'object' || !before || !after) return after
  if (Array.isArray(before) && Array.isArray(after)) return sharedList(before, after)
  if (Array.isArray(before) || Array.isArray(after)) return after
  return sharedObject(before as JsonMembers, after as JsonMembers)
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((one) => [idOf(one), one]))
  const next = after.map((one, index) => {
    const id = idOf(one)
    return shared(id === undefined ? before[index] : byId.get(id), one)
  })
  return next.length === before.length && next.every((one, index) => one === before[index]) ? before : next
}

function sharedObject(before: JsonMembers, after: JsonMembers): JsonMembers {
  const names = Object.keys(after)
  const next = Object.fromEntries(names.map((name) => [name, shared(before[name], after[name])]))
  const isSame =
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && next[name] === before[name])
  return isSame ? before : next
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as JsonMembers)['id'] : undefined
}
