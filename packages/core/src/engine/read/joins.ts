import type { Condition, SortKey } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode, JoinOptions, ResolvedJoin } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Inverse } from '../../contracts/document-storage.ts'
import { objectsIn } from '../../content/walk-content.ts'
import { flatten, wayTo } from '../../content/field-tree.ts'
import { allOf, ALWAYS } from '../../query/conditions.ts'
import {
  QueryProblems,
  CLIENT_LIMITS,
  limitsFor,
  newCount,
  tooMuch,
  type WhereCount,
} from '../../query/query-problems.ts'
import { type AskedJoin, type AskedJoins, parseJoins } from '../../query/parse-joins.ts'
import { mayReadAt, type PathRoot } from '../../query/path-root.ts'
import { namedPaths, type ParsedWhere, parseWhere } from '../../query/where/parse-where.ts'
import { resolveWhere } from '../../query/where/resolve-where.ts'
import { openedTarget, type Population } from '../../query/parse-populate.ts'
import { answerTags } from '../waiting-client.ts'
import { type Call, callForPopulated, readerOf } from '../call.ts'
import { pathsOfSort, readerPaths, readerPathsIn, sourceOf, tablesOf } from '../source.ts'
import { trustedPaths } from '../access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Source } from '../../contracts/source.ts'
import { asksForOrder, configuredSort, DEFAULT_SORT, parseSort } from '../../query/parse-sort.ts'
import { onceFor } from '../../content/once-for.ts'

type JoinNode = FieldNode & { readonly join: ResolvedJoin }

/** All joins of an entity. */
const joinsOf = onceFor(({ fields }: Entity<Call>) =>
  flatten(fields).filter((node): node is JoinNode => node.join !== null),
)

/**
 * Fills in the joins of documents (docs/contract/documents.md#joins) with ids, as configured or as requested: one
 * statement for each join. Lists and counts only documents that the reader may read.
 */
export async function fillJoins(
  call: Call,
  entity: Entity<Call>,
  docs: readonly JsonObject[],
  { opened, joins: asked }: { readonly opened: Population | null; readonly joins?: AskedJoins | null | undefined },
): Promise<void> {
  for (const node of joinsOf(entity)) {
    const holders = docs.flatMap((doc) => {
      const id = doc['id']
      // Redaction, selection or hooks may have removed it.
      const held = holdersOf(call, entity, node, doc).filter((holder) => node.name in holder)
      return typeof id === 'string' ? held.map((holder) => ({ id, holder })) : []
    })
    if (holders.length === 0) continue
    answerTags()?.addCollection(node.join.collection)
    const found = await inverseOf(
      callForJoin(call, node, opened),
      entity,
      node.join,
      asked?.get(node.path) ?? null,
      holders.map(({ id }) => id),
    )
    for (const { id, holder } of holders) {
      const { total = 0, sources = [] } = found.get(id) ?? {}
      holder[node.name] = { docs: [...sources], totalDocs: total, hasNextPage: total > sources.length }
    }
  }
}

/** Adds empty joins to a document; redaction and selection may remove them. */
export function placeJoins(call: Call, entity: Entity<Call>, doc: JsonObject): void {
  for (const node of joinsOf(entity)) {
    for (const holder of holdersOf(call, entity, node, doc)) holder[node.name] = null
  }
}

/** The objects that contain a join: the document or a group, which exists once for each locale with `locale=all`. */
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
  join: ResolvedJoin,
  asked: AskedJoin | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Inverse, 'total' | 'sources'>>> {
  const far = await FarSide.of(call, join, asked)
  // A caller who may not read the relationship must not learn it from the joined side.
  if (far.source.where.kind === 'never' || !mayReadAt(join.on, far.paths)) return new Map()
  const trusted = await trustedPaths(far.entity, call)
  const wanted = far.condition()
  const { table, where, union } = tablesOf(far.source)
  const scoped = (visible: Condition) => allOf([trusted.joined(join, visible), wanted])
  const found = await readerOf(call).findInverse({
    table,
    path: join.on,
    collection: entity.slug,
    ids,
    scope: scoped(where),
    ...(union && { union: union.map((place) => ({ ...place, where: scoped(place.where) })) }),
    sort: far.order(),
    limit: asked?.limit ?? join.limit,
  })
  return new Map(found.map((inverse) => [inverse.id, inverse]))
}

/** Parses `joins`, and throws all issues together. */
export async function requestedJoins(call: Call): Promise<AskedJoins | null> {
  const { joins: given } = call.input.query
  if (given === undefined) return null
  const problems = new QueryProblems()
  const asked = parseJoins(given, call.entity.fields, problems, call.caller.system)
  const counts: WhereCount[] = []
  for (const node of joinsOf(call.entity)) {
    const one = asked.get(node.path)
    if (!one) continue
    const far = await FarSide.of(callForJoin(call, node, call.populatedBy?.opened ?? null), node.join, one)
    const inJoin = newCount()
    problems.gather(() => far.condition(inJoin))
    problems.gather(() => far.order())
    counts.push(inJoin)
  }
  if (!call.caller.system) await boundTogether(call, counts, problems)
  problems.throwIfAny()
  return asked
}

/** Joins count towards the limits of the whole query. */
async function boundTogether(call: Call, inJoins: readonly WhereCount[], problems: QueryProblems): Promise<void> {
  if (inJoins.every(({ conditions }) => conditions === 0)) return
  const parts = [await countInQuery(call), ...inJoins]
  // A part beyond the limits reports that itself.
  if (parts.some((counted) => tooMuch(counted, CLIENT_LIMITS).length > 0)) return
  const all = newCount()
  for (const { conditions, words, steps } of parts) {
    all.conditions += conditions
    all.words += words
    all.steps += steps
  }
  for (const message of tooMuch(all, CLIENT_LIMITS)) problems.add('max', 'joins', message)
}

async function countInQuery(call: Call): Promise<WhereCount> {
  const counted = newCount()
  if (call.input.query['where'] === undefined) return counted
  const where = parseWhere(call.input.query['where'])
  const paths = await readerPaths(call, namedPaths(where))
  // The read itself reports problems.
  new QueryProblems().gather(() => resolveWhere(where, paths, { counted }))
  return counted
}

function callForJoin(call: Call, node: JoinNode, opened: Population | null): Call {
  return callForPopulated(call, openedTarget(opened, node, node.join.collection) !== null)
}

/** The documents that a join may list for its reader, and the paths to query them. */
class FarSide {
  readonly entity: Entity<Call>
  readonly source: Source
  readonly paths: PathRoot
  readonly #join: JoinOptions
  readonly #asked: AskedJoin | null
  readonly #where: ParsedWhere | null

  private constructor(entity: Entity<Call>, source: Source, paths: PathRoot, asked: JoinRequest) {
    this.entity = entity
    this.source = source
    this.paths = paths
    this.#join = asked.join
    this.#asked = asked.asked
    this.#where = asked.where
  }

  static async of(call: Call, join: JoinOptions, asked: AskedJoin | null): Promise<FarSide> {
    const entity = call.runtime.manifest.collections[join.collection]
    if (!entity) throw new QuireError('internal', `A join names the unknown collection "${join.collection}".`)
    const source = await sourceOf(call, entity, 'related')
    const where = asked?.where === undefined ? null : parseWhere(asked.where, limitsFor(call.caller))
    const named = [...pathsOfSort(asked?.sort ?? join.sort), ...(where ? namedPaths(where) : [])]
    const paths = await readerPathsIn(call, entity, named)
    // Without read access to the collection, queries have no fields.
    const known = source.where.kind === 'never' ? { ...paths, fields: [] } : paths
    return new FarSide(entity, source, known, { join, asked, where })
  }

  condition(counted?: WhereCount): Condition {
    if (!this.#where) return ALWAYS
    return resolveWhere(this.#where, this.paths, { at: `${this.#asked?.at ?? ''}.where`, ...(counted && { counted }) })
  }

  order(): readonly SortKey[] {
    const { at, sort } = this.#asked ?? { at: '' }
    if (asksForOrder(sort)) return parseSort(sort, this.paths, `${at}.sort`)
    return this.#join.sort === undefined ? DEFAULT_SORT : configuredSort(this.#join.sort, this.paths)
  }
}

interface JoinRequest {
  readonly join: JoinOptions
  readonly asked: AskedJoin | null
  readonly where: ParsedWhere | null
}
