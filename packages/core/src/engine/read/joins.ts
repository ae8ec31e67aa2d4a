import type { SortKey } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { FieldNode, JoinOptions } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { allOf } from '../../query/parse-where.ts'
import { DEFAULT_SORT, parseSort } from '../../query/parse-sort.ts'
import { ask, trustedPaths } from '../access.ts'
import { type Call, readerOf } from '../call.ts'
import { deniedInQueries, flatten } from '../field-access.ts'
import { isObject } from './read-form.ts'
import { pathsOfSort, readerPathsIn } from './reader-paths.ts'

const DEFAULT_LIMIT = 10

/** Every join of an entity, wherever it is written. */
export function joinsOf(entity: Entity<Call>): readonly (FieldNode & { readonly join: JoinOptions })[] {
  return flatten(entity.fields).filter((node): node is FieldNode & { readonly join: JoinOptions } => node.join !== null)
}

/**
 * Fills in the joins of documents (contract 10): who points to each of them, as ids. One statement a join, however many documents.
 * A document lists only what the reader may read, and counts no more.
 */
export async function fillJoins(call: Call, entity: Entity<Call>, docs: readonly JsonObject[]): Promise<void> {
  for (const node of joinsOf(entity)) {
    const holders = docs.flatMap((doc) => holderOf(node, doc))
    if (holders.length === 0) continue
    const found = await inverseOf(
      call,
      entity,
      node.join,
      holders.map(({ id }) => id),
    )
    for (const { id, holder } of holders) {
      const { total = 0, sources = [] } = found.get(id) ?? {}
      holder[node.name] = { docs: [...sources], totalDocs: total, hasNextPage: total > sources.length }
    }
  }
}

/** Gives each join its place in a document, which redaction and selection may take away again. */
export function placeJoins(entity: Entity<Call>, doc: JsonObject): void {
  for (const node of joinsOf(entity)) {
    const holder = groupOf(node, doc)
    if (holder) holder[node.name] = null
  }
}

function holderOf(node: FieldNode, doc: JsonObject): { id: string; holder: JsonObject }[] {
  const holder = groupOf(node, doc)
  return holder && node.name in holder && typeof doc['id'] === 'string' ? [{ id: doc['id'], holder }] : []
}

/** The object that carries the join: the document, or a group in it. */
function groupOf(node: FieldNode, doc: JsonObject): JsonObject | null {
  let holder: JsonObject = doc
  for (const group of node.path.split('.').slice(0, -1)) {
    const inner = holder[group]
    if (!isObject(inner)) return null
    holder = inner
  }
  return holder
}

async function inverseOf(
  call: Call,
  entity: Entity<Call>,
  join: JoinOptions,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly total: number; readonly sources: readonly string[] }>> {
  const far = call.runtime.manifest.collections[join.collection]
  if (!far) throw new QuireError('internal', `A join names the unknown collection "${join.collection}".`)
  const access = await ask(call, 'read', {}, far)
  // Whoever may not read the relationship may not learn it from the other side.
  const denied = await deniedInQueries(call, far)
  if (access.kind === 'never' || isDenied(join.on, denied)) return new Map()
  const scope = allOf([access, ...far.scopes.map((one) => one({})), trustedPaths(far, call).joined(join)])
  const found = await readerOf(call).findInverse({
    table: far.table.name,
    path: join.on,
    collection: entity.slug,
    ids,
    scope,
    sort: await sortOf(call, far, join),
    limit: join.limit ?? DEFAULT_LIMIT,
  })
  return new Map(found.map((one) => [one.id, one]))
}

function isDenied(path: string, denied: ReadonlySet<string> | null): boolean {
  const segments = path.split('.')
  return segments.some((_, index) => denied?.has(segments.slice(0, index + 1).join('.')))
}

/** The configured order; that of creation for readers who may not see what it goes by. */
async function sortOf(call: Call, far: Entity<Call>, { sort }: JoinOptions): Promise<readonly SortKey[]> {
  if (sort === undefined) return DEFAULT_SORT
  try {
    return parseSort(sort, await readerPathsIn(call, far, pathsOfSort(sort)))
  } catch (error) {
    if (error instanceof QuireError && error.code === 'invalid_query') return DEFAULT_SORT
    throw error
  }
}
