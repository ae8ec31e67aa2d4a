/** Returns the value, or throws if there is none: a test that went on without it would prove nothing. */
export function must<Value>(value: Value, what: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`There is no ${what}.`)
  return value
}
