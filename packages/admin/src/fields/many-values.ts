/** Values with keys that stay theirs while they move. The same value may be there twice, so a key counts as well. */
export function keyed<Value>(values: readonly Value[]): { readonly key: string; readonly value: Value }[] {
  const seen = new Map<string, number>()
  return values.map((value) => {
    const text = JSON.stringify(value)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return { key: `${text}#${times}`, value }
  })
}

/** The values of these keys, in this order. */
export function valuesOf<Value>(values: readonly Value[], keys: readonly string[]): Value[] {
  const byKey = new Map(keyed(values).map(({ key, value }) => [key, value]))
  return keys.flatMap((key) => {
    const value = byKey.get(key)
    return value === undefined ? [] : [value]
  })
}

/** What was pasted, cut at lines and tabs; commas separate as well. */
export function cutPasted(text: string): string[] {
  return text
    .split(/[\n\t,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
