import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { FieldNode, JoinOptions } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Inverse } from '../../contracts/storage.ts'
import { objectsIn } from '../../content/each-object.ts'
import { flatten, wayTo } from '../../content/field-tree.ts'
import { configuredSort, DEFAULT_SORT } from '../../query/parse-sort.ts'
import { mayReadAt } from '../../query/resolve-path.ts'
import { openedTarget } from '../../query/open-population.ts'
import type { Population } from '../../query/parse-populate.ts'
import { type Call, callForOthers, readerOf } from '../call.ts'
import { pathsOfSort, readerPathsIn } from '../paths/reader-paths.ts'
import { trustedPaths } from '../paths/trusted-paths.ts'
import { placesOf, sourceOf } from '../source.ts'

const DEFAULT_LIMIT = 10

type JoinNode = FieldNode & { readonly join: JoinOptions }

const joins = new WeakMap<readonly FieldNode[], readonly JoinNode[]>()

/** Every join of an entity, wherever it is written; found once. */
export function joinsOf({ fields }: Entity<Call>): readonly JoinNode[] {
  const found = joins.get(fields) ?? flatten(fields).filter((node): node is JoinNode => node.join !== null)
  joins.set(fields, found)
  return found
}

/**
 * Fills in the joins of documents (contract 10): who points to each of them, as ids. One statement a join, however many documents.
 * A document lists only what the reader may read, and counts no more.
 */
export async function fillJoins(
  call: Call,
  entity: Entity<Call>,
  docs: readonly JsonObject[],
  opened: Population | null,
): Promise<void> {
  for (const node of joinsOf(entity)) {
    const holders = docs.flatMap((doc) => {
      const id = doc['id']
      // Redaction, selection and hooks may have taken the join out.
      const held = holdersOf(call, entity, node, doc).filter((holder) => node.name in holder)
      return typeof id === 'string' ? held.map((holder) => ({ id, holder })) : []
    })
    if (holders.length === 0) continue
    const found = await inverseOf(
      callForOthers(call, openedTarget(opened, node, node.join.collection) !== null),
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
export function placeJoins(call: Call, entity: Entity<Call>, doc: JsonObject): void {
  for (const node of joinsOf(entity)) {
    for (const holder of holdersOf(call, entity, node, doc)) holder[node.name] = null
  }
}

/** The objects that carry a join: the document, or a group in it, which stands once a locale where all are asked for. */
function holdersOf(call: Call, entity: Entity<Call>, join: JoinNode, doc: JsonObject): JsonObject[] {
  let holders = [doc]
  for (const group of wayTo(entity.fields, join.path).slice(0, -1)) {
    const inside = (holder: JsonObject) => objectsIn(group, holder[group.name], call.locale?.all ?? false)
    holders = holders.flatMap((holder) => inside(holder).map(({ object }) => object))
  }
  return holders
}

async function inverseOf(
  call: Call,
  entity: Entity<Call>,
  join: JoinOptions,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Inverse, 'total' | 'sources'>>> {
  const far = call.runtime.manifest.collections[join.collection]
  if (!far) throw new QuireError('internal', `A join names the unknown collection "${join.collection}".`)
  const source = await sourceOf(call, far, 'related')
  const paths = await readerPathsIn(call, far, pathsOfSort(join.sort))
  // Whoever may not read the relationship may not learn it from the other side.
  if (source.where.kind === 'never' || !mayReadAt(join.on, paths)) return new Map()
  const trusted = await trustedPaths(far, call)
  const limit = join.limit ?? DEFAULT_LIMIT
  const all = new Map<string, Pick<Inverse, 'total' | 'sources'>>()
  for (const { table, where } of placesOf(source)) {
    const scope = trusted.joined(join, where)
    const asked = {
      table,
      path: join.on,
      collection: entity.slug,
      ids,
      scope,
      sort: join.sort === undefined ? DEFAULT_SORT : configuredSort(join.sort, paths),
      limit,
    }
    for (const { id, total, sources } of await readerOf(call).findInverse(asked)) {
      const before = all.get(id) ?? { total: 0, sources: [] }
      all.set(id, { total: before.total + total, sources: [...before.sources, ...sources].slice(0, limit) })
    }
  }
  return all
}
