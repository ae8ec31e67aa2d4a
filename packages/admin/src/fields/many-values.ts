/** Values with stable keys while they move. Equal values get different keys. */
export function keyed<Value>(values: readonly Value[]): { readonly key: string; readonly value: Value }[] {
  const seen = new Map<string, number>()
  return values.map((value) => {
    const text = JSON.stringify(value)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return { key: `${text}#${times}`, value }
  })
}

/** The values of the given keys, in that order. */
export function valuesOf<Value>(values: readonly Value[], keys: readonly string[]): Value[] {
  const byKey = new Map(keyed(values).map(({ key, value }) => [key, value]))
  return keys.flatMap((key) => {
    const value = byKey.get(key)
    return value === undefined ? [] : [value]
  })
}

/** Splits pasted text at line breaks, tabs and commas. */
export function cutPasted(text: string): string[] {
  return text
    .split(/[\n\t,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
