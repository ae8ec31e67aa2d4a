import type { Entity, PopulationLimits } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { eachObject, isByLocale } from '../../content/walk-content.ts'
import { isObject } from '../../content/json-object.ts'
import { type PopulatedTarget, populatedTarget, type Population, targetsOf } from '../../query/parse-populate.ts'
import { type Call, callForPopulated } from '../call.ts'
import { ClientTimeSlice, refuseIfGone } from '../waiting-client.ts'
import { lengthsOf, withRoomFor } from './page-budget.ts'
import { PopulationBudget } from './population-budget.ts'
import type { Source } from '../../contracts/source.ts'
import { parseJson } from '../../content/parse-json.ts'
import { findManyInSource, sourceOf } from '../source.ts'

/** Batch size before document sizes are known, and the minimum batch size. */
const FIRST_READ = 250
const LEAST_READ = 25
/** Assumed document length, in characters, before any document of its collection was read. */
const UNKNOWN_LENGTH = 4 * 1024

/** A rendered document whose ids are to be replaced. */
export interface Holder {
  readonly entity: Entity<Call>
  readonly doc: JsonObject
  readonly population: Population
  /** How many times the document occurs in the response. It is rendered only once. */
  readonly occurrences: number
}

/** An id in a document, and how to replace it. */
interface ReplaceableReference {
  readonly id: string
  readonly occurrences: number
  readonly replace: (doc: JsonObject) => void
}

type ReferencesByCollection = ReadonlyMap<string, ReadonlyMap<PopulatedTarget, readonly ReplaceableReference[]>>

/**
 * Replaces ids by documents, with one or two storage reads for each target collection of a level, regardless of the
 * number of documents and fields. Each target is read through its own access rules. Ids stay if the caller may not read
 * the target (docs/contract/querying.md#populate), or if the response would become too large. The order is
 * deterministic: level by level, then collection by collection as their first ids occur, then in response order. From
 * the first document that does not fit, all ids stay.
 */
export async function populate(call: Call, roots: readonly Holder[], render: Render): Promise<void> {
  const { population } = call.runtime.manifest
  const limits = call.input.isRemote ? population.remote : population.inProcess
  const references = await findReplaceable(call, roots)
  await withRoomFor(weightOf(call, references, limits), () => {
    const knownBy = (isOpened: boolean) => new PopulatedDocuments(callForPopulated(call, isOpened), render)
    const budget = new PopulationBudget(limits)
    return populateLevels({ call, opened: knownBy(true), others: knownBy(false), budget }, references)
  })
}

interface PopulationRun {
  readonly call: Call
  /** Documents of opened paths, and of all others. The two may have different readers. */
  readonly opened: PopulatedDocuments
  readonly others: PopulatedDocuments
  readonly budget: PopulationBudget
}

async function populateLevels(run: PopulationRun, first: ReferencesByCollection): Promise<void> {
  for (let references = first; references.size > 0 && !run.budget.isSpent; ) {
    const next: Holder[] = []
    for (const [slug, targets] of references) {
      const entity = run.call.runtime.manifest.collections[slug]
      if (!entity) continue
      for (const known of [run.others, run.opened]) {
        const some = [...targets].filter(([target]) => (target.opened ? run.opened : run.others) === known)
        await readBatch(
          run,
          known,
          entity,
          some.flatMap(([, found]) => found),
          0,
        )
        for (const [target, found] of some) next.push(...(await insertDocuments(run, known, entity, target, found)))
      }
    }
    references = await findReplaceable(run.call, next)
  }
}

/** Upper bound: nested levels are unknown, so assume the full byte limit. */
function weightOf(
  { runtime: { manifest, storage } }: Call,
  references: ReferencesByCollection,
  { bytes }: PopulationLimits,
): number {
  let length = 0
  for (const [slug, targets] of references) {
    const each = lengthsOf(storage).get(manifest.collections[slug]?.table.name ?? '') ?? UNKNOWN_LENGTH
    for (const [target, found] of targets) {
      if (target.population && found.length > 0) return bytes
      length += new Set(found.map(({ id }) => id)).size * each
    }
  }
  return Math.min(length, bytes)
}

/** Inserts documents as far as the budget allows. Returns those whose references are followed next. */
async function insertDocuments(
  run: PopulationRun,
  known: PopulatedDocuments,
  entity: Entity<Call>,
  target: PopulatedTarget,
  references: readonly ReplaceableReference[],
): Promise<Holder[]> {
  const { budget } = run
  const next = new Map<StoredDocument, { readonly doc: JsonObject; occurrences: number }>()
  const slice = new ClientTimeSlice()
  for (let start = 0; start < references.length && !budget.isSpent; ) {
    refuseIfGone()
    const end = await readBatch(run, known, entity, references, start)
    const some = references.slice(start, end)
    start = end
    const stored = new Set(some.flatMap(({ id }) => known.get(entity, id) ?? []))
    const renderings = await known.render(entity, [...stored], target)
    for (const reference of some) {
      if (slice.isOver) await slice.letOthersIn()
      const document = known.get(entity, reference.id)
      const made = document && renderings.get(document)
      if (!made) continue
      if (!budget.take(reference.occurrences, made.bytes)) break
      const before = next.get(document)
      const doc = before?.doc ?? (target.population ? made.copy() : made.whole)
      reference.replace(doc)
      next.set(document, { doc, occurrences: (before?.occurrences ?? 0) + reference.occurrences })
    }
  }
  const { population } = target
  return population ? [...next.values()].map(({ doc, occurrences }) => ({ entity, doc, population, occurrences })) : []
}

/**
 * Reads documents for some of the references, and returns where the next batch begins. Sizes are known only after
 * reading, and documents beyond the limit must not fill the memory.
 */
async function readBatch(
  { call, budget }: PopulationRun,
  known: PopulatedDocuments,
  entity: Entity<Call>,
  references: readonly ReplaceableReference[],
  start: number,
): Promise<number> {
  const { name } = entity.table
  const lengths = lengthsOf(call.runtime.storage)
  const length = known.lengthOf(entity) ?? lengths.get(name)
  const most = length === undefined ? FIRST_READ : Math.max(LEAST_READ, budget.fitting(length))
  const ids = new Set<string>()
  let end = start
  for (; end < references.length; end += 1) {
    const { id } = references[end] as ReplaceableReference
    if (known.get(entity, id) !== undefined || ids.has(id)) continue
    if (ids.size === most) break
    ids.add(id)
  }
  if (ids.size > 0) lengths.learn(name, await known.read(entity, [...ids]))
  return end
}

/** All ids of a level, by target collection and then by how its documents are rendered. */
async function findReplaceable(call: Call, level: readonly Holder[]): Promise<ReferencesByCollection> {
  const references = new Map<string, Map<PopulatedTarget, ReplaceableReference[]>>()
  const shared = new Map<unknown, PopulatedTarget>()
  const slice = new ClientTimeSlice()
  for (const { entity, doc, population, occurrences } of level) {
    if (slice.isOver) await slice.letOthersIn()
    const add = (node: FieldNode, slug: string, id: string, replace: ReplaceableReference['replace']) => {
      const target = populatedTarget(population, node, slug)
      if (!target) return
      // `depth` creates a new target each time; all targets of one level are equal, so read them as one.
      const key = 'levels' in population ? population.levels : target
      const known = shared.get(key) ?? target
      shared.set(key, known)
      const byTarget = references.get(slug) ?? new Map<PopulatedTarget, ReplaceableReference[]>()
      references.set(slug, byTarget)
      const listed = byTarget.get(known) ?? []
      byTarget.set(known, listed)
      listed.push({ id, occurrences, replace })
    }
    visit(entity.fields, doc, { byLocale: call.locale?.all ?? false, inTexts: 'fields' in population, add })
  }
  return references
}

type AddReference = (node: FieldNode, slug: string, id: string, replace: ReplaceableReference['replace']) => void

interface Search {
  readonly byLocale: boolean
  /** Whether mentions in texts can be populated. */
  readonly inTexts: boolean
  readonly add: AddReference
}

function visit(fields: readonly FieldNode[], object: JsonObject, search: Search): void {
  const { byLocale, inTexts, add } = search
  for (const node of fields) {
    const value = object[node.name]
    if (value === undefined || value === null) continue
    if (node.join) {
      if (isObject(value) && Array.isArray(value['docs'])) visitReferences(node, value['docs'], add)
    } else if (node.type.mentions) {
      const values = isByLocale(node, value, byLocale) ? Object.values(value) : [value]
      for (const one of inTexts ? values : []) if (one !== null) visitMentions(node, one, add)
      eachObject(node, value, byLocale, visit, search)
    } else if (node.targets.length > 0) {
      if (node.localized && byLocale) {
        if (isObject(value)) for (const code of Object.keys(value)) visitReference(node, value, code, add)
      } else visitReference(node, object, node.name, add)
    } else eachObject(node, value, byLocale, visit, search)
  }
}

function visitReference(node: FieldNode, holder: JsonObject, key: string, add: AddReference): void {
  const value = holder[key]
  if (Array.isArray(value)) return visitReferences(node, value, add)
  if (typeof value === 'string')
    addTo(node, value, add, (doc) => {
      holder[key] = doc
    })
  else if (isObject(value)) visitPair(node, value, add)
}

function visitReferences(node: FieldNode, list: JsonValue[], add: AddReference): void {
  for (const [index, value] of list.entries()) {
    if (typeof value === 'string')
      addTo(node, value, add, (doc) => {
        list[index] = doc
      })
    else if (isObject(value)) visitPair(node, value, add)
  }
}

function addTo(node: FieldNode, id: string, add: AddReference, replace: ReplaceableReference['replace']): void {
  const [slug] = targetsOf(node)
  if (slug !== undefined) add(node, slug, id, replace)
}

/** A mentioned document is placed beside its reference, as `doc`. */
function visitMentions(node: FieldNode, value: JsonValue, add: AddReference): void {
  for (const { collection, id, holder } of node.type.mentions?.in(value) ?? [])
    add(node, collection, id, (doc) => {
      holder['doc'] = doc
    })
}

/** `{ relationTo, value }`: the document replaces `value`. */
function visitPair(node: FieldNode, pair: JsonObject, add: AddReference): void {
  const { relationTo, value } = pair
  if (typeof relationTo !== 'string' || typeof value !== 'string') return
  add(node, relationTo, value, (doc) => {
    pair['value'] = doc
  })
}

/** Renders stored documents of a collection, without population. */
export type Render = (
  reader: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  target: PopulatedTarget,
) => Promise<JsonObject[]>

/** A rendered document, before its references are populated. */
export interface Rendered {
  readonly bytes: number
  /** Shared by all occurrences in which nothing is populated. */
  readonly whole: JsonObject
  copy(): JsonObject
}

/** Populated documents of a response: each is read, checked and rendered once, on all levels. */
class PopulatedDocuments {
  readonly #call: Call
  readonly #render: Render
  readonly #sources = new Map<string, Source>()
  /** By collection, then by id; null if unreadable. */
  readonly #stored = new Map<string, Map<string, StoredDocument | null>>()
  readonly #read = new Map<string, { documents: number; length: number }>()
  /** By selection; opened paths have their own. */
  readonly #rendered = new Map<StoredDocument, Map<object | null, Rendered>>()

  constructor(call: Call, render: Render) {
    this.#call = call
    this.#render = render
  }

  /** Average length of the documents read so far; undefined before the first. */
  lengthOf({ slug }: Entity<Call>): number | undefined {
    const read = this.#read.get(slug)
    return read && read.length / read.documents
  }

  async read(entity: Entity<Call>, ids: readonly string[]): Promise<readonly StoredDocument[]> {
    const { slug } = entity
    const source = this.#sources.get(slug) ?? (await sourceOf(this.#call, entity, 'related'))
    this.#sources.set(slug, source)
    const stored = this.#stored.get(slug) ?? new Map<string, StoredDocument | null>()
    this.#stored.set(slug, stored)
    for (const id of ids) stored.set(id, null)
    const found = source.where.kind === 'never' ? [] : await findManyInSource(this.#call, source, ids)
    const read = this.#read.get(slug) ?? { documents: 0, length: 0 }
    for (const document of found) {
      stored.set(document.id, document)
      read.documents += 1
      read.length += document.json.length
    }
    if (read.documents > 0) this.#read.set(slug, read)
    return found
  }

  /** Undefined if not read yet, null if unreadable. */
  get({ slug }: Entity<Call>, id: string): StoredDocument | null | undefined {
    return this.#stored.get(slug)?.get(id)
  }

  async render(
    entity: Entity<Call>,
    stored: readonly StoredDocument[],
    target: PopulatedTarget,
  ): Promise<ReadonlyMap<StoredDocument, Rendered>> {
    const choice = target.opened ? target : target.selection
    const missing = stored.filter((document) => !this.#rendered.get(document)?.has(choice))
    const docs = missing.length > 0 ? await this.#render(this.#call, entity, missing, target) : []
    const slice = new ClientTimeSlice()
    for (const [index, document] of missing.entries()) {
      if (slice.isOver) await slice.letOthersIn()
      const known = this.#rendered.get(document) ?? new Map<object | null, Rendered>()
      this.#rendered.set(document, known)
      known.set(choice, rendered(docs[index] ?? {}))
    }
    return new Map(
      stored.flatMap((document) => {
        const one = this.#rendered.get(document)?.get(choice)
        return one ? [[document, one] as const] : []
      }),
    )
  }
}

function rendered(whole: JsonObject): Rendered {
  const text = JSON.stringify(whole)
  return { bytes: Buffer.byteLength(text), whole, copy: () => parseJson(text) as JsonObject }
}
