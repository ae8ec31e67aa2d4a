import type { Condition } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { ResolvedJoin } from '../../contracts/join.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Inverse } from '../../contracts/document-storage.ts'
import { objectsIn } from '../../content/each-object.ts'
import { flatten, wayTo } from '../../content/field-tree.ts'
import { allOf } from '../../query/combine-conditions.ts'
import { QueryProblems } from '../../query/invalid-query.ts'
import { type AskedJoin, type AskedJoins, parseJoins } from '../../query/parse-joins.ts'
import { mayReadAt } from '../../query/path-scope.ts'
import { namedPaths } from '../../query/where/named-paths.ts'
import { parseWhere } from '../../query/where/parse-where.ts'
import { resolveWhere } from '../../query/where/resolve-where.ts'
import { CLIENT_LIMITS, type Counted, newCount, tooMuch } from '../../query/where/where-limits.ts'
import { openedTarget } from '../../query/open-population.ts'
import type { Population } from '../../query/parse-populate.ts'
import { answerTags } from '../noted-basis.ts'
import { type Call, callForOthers, readerOf } from '../call.ts'
import { readerPaths } from '../paths/reader-paths.ts'
import { trustedPaths } from '../paths/trusted-paths.ts'
import { placesOf } from '../source.ts'
import { FarSide } from './far-side.ts'

type JoinNode = FieldNode & { readonly join: ResolvedJoin }

const joins = new WeakMap<readonly FieldNode[], readonly JoinNode[]>()

/** Every join of an entity, wherever it is written; found once. */
export function joinsOf({ fields }: Entity<Call>): readonly JoinNode[] {
  const found = joins.get(fields) ?? flatten(fields).filter((node): node is JoinNode => node.join !== null)
  joins.set(fields, found)
  return found
}

/**
 * Fills in the joins of documents (docs/contract/documents.md#joins), as they are configured and, of those that the call asks for more of,
 * as it asks: who points to each of them, as ids. One statement a join, however many documents. A document lists only what the reader may
 * read, and counts no more.
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
      // Redaction, selection and hooks may have taken the join out.
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
  join: ResolvedJoin,
  asked: AskedJoin | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Inverse, 'total' | 'sources'>>> {
  const far = await FarSide.of(call, join, asked)
  // A caller who may not read the relationship must not learn it from the joined side.
  if (far.source.where.kind === 'never' || !mayReadAt(join.on, far.paths)) return new Map()
  const trusted = await trustedPaths(far.entity, call)
  const wanted = far.condition()
  const { table, where, beside } = placesOf(far.source)
  const scoped = (visible: Condition) => allOf([trusted.joined(join, visible), wanted])
  const found = await readerOf(call).findInverse({
    table,
    path: join.on,
    collection: entity.slug,
    ids,
    scope: scoped(where),
    ...(beside && { beside: beside.map((place) => ({ ...place, where: scoped(place.where) })) }),
    sort: far.order(),
    limit: asked?.limit ?? join.limit,
  })
  return new Map(found.map((inverse) => [inverse.id, inverse]))
}

/** What the query asks of joins. All that is wrong with it is said before anything is done: paths, values and bounds together. */
export async function requestedJoins(call: Call): Promise<AskedJoins | null> {
  const { joins: given } = call.input.query
  if (given === undefined) return null
  const problems = new QueryProblems()
  const asked = parseJoins(given, call.entity.fields, problems, call.caller.system)
  const counts: Counted[] = []
  for (const node of joinsOf(call.entity)) {
    const one = asked.get(node.path)
    if (!one) continue
    const far = await FarSide.of(callForJoin(call, node, call.others?.opened ?? null), node.join, one)
    const inJoin = newCount()
    problems.gather(() => far.condition(inJoin))
    problems.gather(() => far.order())
    counts.push(inJoin)
  }
  if (!call.caller.system) await boundTogether(call, counts, problems)
  problems.throwIfAny()
  return asked
}

/** What the joins ask counts together with what the query itself does: it is one request, and one piece of work. */
async function boundTogether(call: Call, inJoins: readonly Counted[], problems: QueryProblems): Promise<void> {
  if (inJoins.every(({ conditions }) => conditions === 0)) return
  const parts = [await countInQuery(call), ...inJoins]
  // What is too much by itself is told where it is.
  if (parts.some((counted) => tooMuch(counted, CLIENT_LIMITS).length > 0)) return
  const all = newCount()
  for (const { conditions, words, steps } of parts) {
    all.conditions += conditions
    all.words += words
    all.steps += steps
  }
  for (const message of tooMuch(all, CLIENT_LIMITS)) problems.add('max', 'joins', message)
}

async function countInQuery(call: Call): Promise<Counted> {
  const counted = newCount()
  if (call.input.query['where'] === undefined) return counted
  const where = parseWhere(call.input.query['where'])
  const paths = await readerPaths(call, namedPaths(where))
  // The read itself reports problems.
  new QueryProblems().gather(() => resolveWhere(where, paths, { counted }))
  return counted
}

/** Whom the documents of a join are read for. */
function callForJoin(call: Call, node: JoinNode, opened: Population | null): Call {
  return callForOthers(call, openedTarget(opened, node, node.join.collection) !== null)
}
