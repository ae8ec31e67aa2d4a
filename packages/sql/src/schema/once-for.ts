import type { SqlDialect } from '../dialect/sql-dialect.ts'

/**
 * Caches what follows from a layout alone: the plan is computed anew before each step, and would spend most of its time
 * on definitions that no step needs. A layout belongs to one database, and so to one dialect.
 */
export function onceFor<Layout extends object, Made>(
  make: (layout: Layout, dialect: SqlDialect) => Made,
): (layout: Layout, dialect: SqlDialect) => Made {
  const made = new WeakMap<Layout, { readonly value: Made }>()
  return (layout, dialect) => {
    let known = made.get(layout)
    if (!known) made.set(layout, (known = { value: make(layout, dialect) }))
    return known.value
  }
}
