import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { eachObject } from '../../content/each-object.ts'
import { isObject } from '../../content/json-object.ts'
import { Turn } from '../../content/turn.ts'
import { type PopulatedTarget, type Population, populatedTarget, targetsOf } from '../../query/parse-populate.ts'
import { type Call, callForOthers } from '../call.ts'
import { getFrom, sourceOf } from '../source.ts'
import { PopulationBudget } from './population-budget.ts'

/** So many documents are read before anything is known of their size. */
const FIRST_READ = 250

/** A document whose references are to be followed. */
export interface Populated {
  readonly entity: Entity<Call>
  readonly doc: JsonObject
  readonly population: Population
  /** In how many places of the answer it stands: documents that several point to are made once. */
  readonly places: number
}

/** Makes answers of stored documents of one collection: everything but population. */
export type Dress = (
  reader: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  target: PopulatedTarget,
) => Promise<JsonObject[]>

/** An id in a document, and how to put something else in its place. */
interface Spot {
  readonly id: string
  readonly places: number
  readonly replace: (doc: JsonObject) => void
}

/**
 * Puts documents in the place of ids, level by level: a storage read or two for each target collection of a level, however many documents
 * and fields ask for it. Each target is read through its own access rules; what may not be read stays an id (contract 3), and so does
 * what would make the answer larger than it may be.
 */
export async function populate(call: Call, roots: readonly Populated[], dress: Dress): Promise<void> {
  const budget = new PopulationBudget(call.runtime.manifest.population)
  let level = roots
  while (level.length > 0 && !budget.isSpent) {
    const next: Populated[] = []
    for (const [slug, targets] of collectSpots(call, level)) {
      const entity = call.runtime.manifest.collections[slug]
      if (!entity) continue
      for (const [reader, some] of byReader(call, targets))
        for await (const stored of readTargets(reader, entity, some, budget))
          for (const [target, spots] of some) {
            next.push(...(await place({ reader, entity, target, spots, stored, budget, dress })))
          }
    }
    level = next
  }
}

/** Targets by the call that their documents are read for. */
function byReader(call: Call, targets: ReadonlyMap<PopulatedTarget, Spot[]>): [Call, Map<PopulatedTarget, Spot[]>][] {
  const readers = Map.groupBy(targets, ([{ opened }]) => callForOthers(call, opened !== undefined))
  return [...readers].map(([reader, some]) => [reader, new Map(some)])
}

interface Placing {
  readonly reader: Call
  readonly entity: Entity<Call>
  readonly target: PopulatedTarget
  readonly spots: readonly Spot[]
  readonly stored: ReadonlyMap<string, StoredDocument>
  readonly budget: PopulationBudget
  readonly dress: Dress
}

/** Puts the documents that were read into their places, as far as the budget goes. Returns those whose references are to be followed. */
async function place({ reader, entity, target, spots, stored, budget, dress }: Placing): Promise<Populated[]> {
  const wanted = new Map<StoredDocument, Spot[]>()
  for (const spot of spots) {
    const document = stored.get(spot.id)
    if (!document) continue
    const known = wanted.get(document) ?? []
    wanted.set(document, known)
    known.push(spot)
  }
  if (wanted.size === 0) return []
  const docs = await dress(reader, entity, [...wanted.keys()], target)
  const next: Populated[] = []
  const turn = new Turn()
  for (const [index, places] of [...wanted.values()].entries()) {
    if (turn.isOver) await turn.letOthersIn()
    const doc = docs[index] ?? {}
    const bytes = Buffer.byteLength(JSON.stringify(doc))
    let placed = 0
    for (const spot of places) {
      if (!budget.take(spot.places, bytes)) continue
      spot.replace(doc)
      placed += spot.places
    }
    if (placed > 0 && target.population) next.push({ entity, doc, population: target.population, places: placed })
  }
  return next
}

/** All ids of a level by target collection, and there by how its documents are to be answered. */
function collectSpots(call: Call, level: readonly Populated[]): Map<string, Map<PopulatedTarget, Spot[]>> {
  const spots = new Map<string, Map<PopulatedTarget, Spot[]>>()
  const shared = new Map<unknown, PopulatedTarget>()
  for (const { entity, doc, population, places } of level) {
    const add = (node: FieldNode, slug: string, id: string, replace: Spot['replace']) => {
      const target = populatedTarget(population, node, slug)
      if (!target) return
      // `depth` makes a target anew each time; all of a level are alike and so are read as one.
      const key = 'levels' in population ? population.levels : target
      const known = shared.get(key) ?? target
      shared.set(key, known)
      const byTarget = spots.get(slug) ?? new Map<PopulatedTarget, Spot[]>()
      spots.set(slug, byTarget)
      const listed = byTarget.get(known) ?? []
      byTarget.set(known, listed)
      listed.push({ id, places, replace })
    }
    visit(entity.fields, doc, { byLocale: call.locale?.all ?? false, add })
  }
  return spots
}

type AddSpot = (node: FieldNode, slug: string, id: string, replace: Spot['replace']) => void

interface Search {
  readonly byLocale: boolean
  readonly add: AddSpot
}

function visit(fields: readonly FieldNode[], object: JsonObject, search: Search): void {
  const { byLocale, add } = search
  for (const node of fields) {
    const value = object[node.name]
    if (value === undefined || value === null) continue
    if (node.join) {
      if (isObject(value) && Array.isArray(value['docs'])) visitReferences(node, value['docs'], add)
    } else if (node.targets.length > 0) {
      if (node.localized && byLocale) {
        if (isObject(value)) for (const code of Object.keys(value)) visitReference(node, value, code, add)
      } else visitReference(node, object, node.name, add)
    } else eachObject(node, value, byLocale, visit, search)
  }
}

function visitReference(node: FieldNode, holder: JsonObject, key: string, add: AddSpot): void {
  const value = holder[key]
  if (Array.isArray(value)) return visitReferences(node, value, add)
  if (typeof value === 'string')
    addTo(node, value, add, (doc) => {
      holder[key] = doc
    })
  else if (isObject(value)) visitPair(node, value, add)
}

function visitReferences(node: FieldNode, list: JsonValue[], add: AddSpot): void {
  for (const [index, value] of list.entries()) {
    if (typeof value === 'string')
      addTo(node, value, add, (doc) => {
        list[index] = doc
      })
    else if (isObject(value)) visitPair(node, value, add)
  }
}

function addTo(node: FieldNode, id: string, add: AddSpot, replace: Spot['replace']): void {
  const [slug] = targetsOf(node)
  if (slug !== undefined) add(node, slug, id, replace)
}

/** `{ relationTo, value }`: the document stands in the place of `value`. */
function visitPair(node: FieldNode, pair: JsonObject, add: AddSpot): void {
  const { relationTo, value } = pair
  if (typeof relationTo !== 'string' || typeof value !== 'string') return
  add(node, relationTo, value, (doc) => {
    pair['value'] = doc
  })
}

/**
 * The targets of one collection, some at a time: how large documents are is known only once they are read, and what no answer has room
 * for must not fill the memory either.
 */
async function* readTargets(
  call: Call,
  entity: Entity<Call>,
  targets: ReadonlyMap<PopulatedTarget, readonly Spot[]>,
  budget: PopulationBudget,
): AsyncGenerator<ReadonlyMap<string, StoredDocument>> {
  const source = await sourceOf(call, entity, 'related')
  if (source.where.kind === 'never') return
  const ids = [...new Set([...targets.values()].flat().map((spot) => spot.id))]
  let size = FIRST_READ
  for (let start = 0; start < ids.length && !budget.isSpent; ) {
    const found = await getFrom(call, source, ids.slice(start, start + size))
    start += size
    size = Math.max(FIRST_READ, budget.fitting(found))
    yield new Map(found.map((document) => [document.id, document]))
  }
}
