import type { JsonSchema } from '@quirecms/core'

/** Operations that readers look for first. */
const FIRST: readonly string[] = ['list', 'read', 'create', 'createUser', 'update', 'delete']

/** Paths of access checks (`/api/access/…`), which most readers never need. */
const RIGHTS = /^\/api\/access(?:\/|$)/

/** Returns the rank of an operation within its tag. Equal ranks keep their order. */
export function readingRank(name: string, path: string): number {
  if (RIGHTS.test(path)) return FIRST.length + 1
  const rank = FIRST.indexOf(name)
  return rank === -1 ? FIRST.length : rank
}

type Operations = Record<string, Record<string, JsonSchema>>

interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: JsonSchema
  readonly tag: number
}

const METHODS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete']

/**
 * Sorts paths by tag and, within a tag: list, read, create, update, delete, all others, and access checks last. A path
 * can hold several operations, so each has its position in `x-order`.
 */
export function inReadingOrder(
  paths: Readonly<Operations>,
  tags: readonly JsonSchema[],
  rankOf: (operation: JsonSchema, path: string) => number,
): Operations {
  const names = tags.map(({ name }) => name)
  const placed = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method): Placed => {
      const operation = item[method] ?? {}
      return { path, method, operation, tag: names.indexOf((operation['tags'] as readonly unknown[])[0]) }
    }),
  )
  const order = placed
    .map((one, index) => ({ ...one, rank: rankOf(one.operation, one.path), index }))
    .toSorted((one, other) => one.tag - other.tag || one.rank - other.rank || one.index - other.index)
  const ordered: Operations = {}
  for (const [index, { path, method, operation, tag }] of order.entries()) {
    const before = order.findIndex((one) => one.tag === tag)
    const item = (ordered[path] ??= {})
    item[method] = { ...operation, 'x-order': index - before + 1 }
  }
  return ordered
}
