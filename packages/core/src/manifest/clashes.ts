export function mergeWithoutClash<Value>(
  what: string,
  parts: readonly (readonly [owner: string, values: Readonly<Record<string, Value>>])[],
): Record<string, Value> {
  const merged: Record<string, Value> = {}
  const owners = new Map<string, string>()
  for (const [owner, values] of parts) {
    for (const [name, value] of Object.entries(values)) {
      const other = owners.get(name)
      if (other !== undefined) throw new Error(`${what} "${name}" comes from both ${other} and ${owner}`)
      owners.set(name, owner)
      merged[name] = value
    }
  }
  return merged
}

/**
 * Removes duplicate parameters by name. Operations distinguish them by `querySchemas`; those of plugins come last and
 * must not change others.
 */
export function firstByName<Item extends { readonly name: string }>(items: readonly Item[]): Record<string, Item> {
  const found: Record<string, Item> = {}
  for (const item of items) found[item.name] ??= item
  return found
}

export function byName<Item extends { readonly name: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.name, item]))
}
