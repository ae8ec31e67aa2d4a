import type { JsonSchema } from '@quirecms/core'

/** What a reader looks for first, of a collection or global. */
const FIRST: readonly string[] = ['list', 'read', 'create', 'createUser', 'update', 'delete']

/** Where rights are asked for: `/api/access/…`. Most readers never need them. */
const RIGHTS = /^\/api\/access(?:\/|$)/

/** Where an operation stands among those of its tag, as far as its name and path tell. Equals stay as they are. */
export function readingRank(name: string, path: string): number {
  if (RIGHTS.test(path)) return FIRST.length + 1
  const rank = FIRST.indexOf(name)
  return rank === -1 ? FIRST.length : rank
}

type Operations = Record<string, Record<string, JsonSchema>>

/** A place for each operation in the description. */
interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: JsonSchema
  readonly tag: number
}

/** The methods of a path item, in the order in which they stand together. */
const METHODS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete']

/**
 * The paths in the order of the tags, and for each tag: list, read, create, update, delete, then everything else, and rights last. Since a path
 * holds several operations, each says in `x-order` where it stands.
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
