import type { Condition } from '../../contracts/condition.ts'
import type { ChangeableDocument, Edit, Removal } from '../../contracts/document-changes.ts'
import type { DocumentEventKind } from '../../contracts/document-events.ts'
import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Inverse, StoredDocument, Unit } from '../../contracts/document-storage.ts'
import { eachObject, isEmpty, mapLocales } from '../../content/walk-content.ts'
import { flatten } from '../../content/field-tree.ts'
import { allOf, ALWAYS } from '../../query/conditions.ts'
import type { Call } from '../call.ts'
import { scopeOf, tablesPointing } from '../source.ts'
import { askGuards, notFound } from '../read/find-document.ts'
import { type PreparedContent, readyToStore } from './prepare.ts'
import { collectReferences, pointsTo, targetOf } from '../../content/references.ts'
import { afterChangeArguments, emitEvent, storeColumns, updateDocument } from './save.ts'
import { parseJson } from '../../content/parse-json.ts'
import { forApplication } from '../read/read-form.ts'

const AT_ONCE = 500

/** A relationship with `clear` or `restrict`. */
interface Pointing {
  readonly entity: Entity<Call>
  readonly node: FieldNode
}

/**
 * Handles references to a document that is deleted (docs/contract/documents.md#on-delete), in its transaction:
 * `restrict` refuses; `clear` removes them from each referencing document in one revision, or refuses if a required
 * relationship would be empty; `keep` does nothing.
 */
async function releaseReferences(call: Call, unit: Unit, target: StoredDocument): Promise<void> {
  const pointing = Map.groupBy(relationshipsTo(call, 'clear'), ({ entity }) => entity)
  await holdSources(call, unit, pointing, target.id)
  await refuseIfRestricted(call, unit, target)
  for (const [entity, relationships] of pointing) {
    const nodes = relationships.map(({ node }) => node)
    const cleared = new Set<string>()
    // Each round removes its sources from the index; ends when none is new.
    for (;;) {
      const found: string[] = []
      for (const node of nodes) found.push(...(await sourcesOf(call, unit, { entity, node }, target.id)))
      const sources = new Set(found.filter((id) => !cleared.has(id)))
      if (sources.size === 0) break
      for (const id of sources) {
        await clear(call, unit, entity, nodes, id, target.id)
        cleared.add(id)
      }
    }
  }
}

/**
 * Locks the referencing documents before the target. A writer locks its document first, then the target. Deletions use
 * the same order, so they cannot deadlock. New references that appear meanwhile are found below.
 */
async function holdSources(
  call: Call,
  unit: Unit,
  pointing: ReadonlyMap<Entity<Call>, readonly Pointing[]>,
  id: string,
): Promise<void> {
  for (const [entity, relationships] of pointing) {
    const sources = new Set<string>()
    for (const relationship of relationships)
      for (const source of await sourcesOf(call, unit, relationship, id)) sources.add(source)
    const lock = { lock: 'change' } as const
    // In ascending order of ids, to avoid deadlocks.
    for (const source of [...sources].toSorted()) await unit.tx.get(entity.table.name, source, undefined, lock)
  }
}

/**
 * Checks `restrict` alone. Every referencing document counts, even if the caller cannot read it. If the target only
 * goes to the trash, referencing documents in the trash do not count: all of them can be restored.
 */
async function refuseIfRestricted(
  call: Call,
  unit: Unit,
  target: StoredDocument,
  among: 'all' | 'live' = 'all',
): Promise<void> {
  const found: PointingCount[] = []
  const restricting = relationshipsTo(call, 'restrict')
  // Takes the removal lock: it waits for writers that are adding references, and then blocks new ones.
  if (restricting.length > 0 || relationshipsTo(call, 'clear').length > 0) {
    await unit.tx.get(call.entity.table.name, target.id, undefined, { lock: 'remove' })
  }
  const plain: Call = { ...call, input: { query: {}, params: {} } }
  for (const pointing of restricting) {
    const scope = among === 'all' ? ALWAYS : (await scopeOf(plain, pointing.entity, 'changed')).where
    const count = await countSources(call, unit, pointing, target.id, scope)
    if (count > 0) found.push({ ...pointing, count })
  }
  if (found.length > 0) throw await referenced(call, found)
}

function relationshipsTo(call: Call, onDelete: 'clear' | 'restrict'): Pointing[] {
  const { collections, globals } = call.runtime.manifest
  return [...Object.values(collections), ...Object.values(globals)].flatMap((entity) =>
    flatten(entity.fields)
      .filter((node) => pointsTo(node, call.entity.slug) && node.options['onDelete'] === onDelete)
      .map((node) => ({ entity, node })),
  )
}

/** Documents that reference the target in any copy, except itself. */
async function sourcesOf(call: Call, unit: Unit, pointing: Pointing, id: string): Promise<string[]> {
  const { entity } = pointing
  const found: string[] = []
  for (const { name } of [entity.table, ...entity.tables])
    found.push(...((await inverseOf(call, unit, pointing, id, { table: name, scope: ALWAYS }))?.sources ?? []))
  return found.filter((source) => source !== id || entity.slug !== call.entity.slug)
}

/** Their number, counted up to a bound. */
async function countSources(call: Call, unit: Unit, pointing: Pointing, id: string, scope: Condition): Promise<number> {
  const { entity } = pointing
  const isOwn = entity.slug === call.entity.slug
  const others = isOwn ? allOf([scope, { kind: 'not', of: isDocument(id) }]) : scope
  let most = 0
  const named = new Set<string>()
  for (const { name } of [entity.table, ...entity.tables]) {
    const { total = 0, sources = [] } =
      (await inverseOf(call, unit, pointing, id, { table: name, scope: others })) ?? {}
    most = Math.max(most, total)
    for (const source of sources) named.add(source)
  }
  return Math.max(most, named.size)
}

function isDocument(id: string): Condition {
  return {
    kind: 'compare',
    path: { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' },
    test: { op: 'equals', value: id },
  }
}

async function inverseOf(
  call: Call,
  unit: Unit,
  { node }: Pointing,
  id: string,
  { table, scope }: { readonly table: string; readonly scope: Condition },
): Promise<Inverse | undefined> {
  const [found] = await unit.tx.findInverse({
    table,
    path: node.path,
    collection: call.entity.slug,
    ids: [id],
    scope,
    sort: [],
    limit: AT_ONCE,
    beforeRemoval: true,
  })
  return found
}

/** Removes the target from all fields of a document: one change, one revision, one event. */
async function clear(
  call: Call,
  unit: Unit,
  entity: Entity<Call>,
  nodes: readonly FieldNode[],
  sourceId: string,
  id: string,
): Promise<void> {
  const found = await unit.tx.get(entity.table.name, sourceId, undefined, { lock: 'change' })
  if (!found) return
  const before = await askGuards(call, unit, found, entity)
  const defaultLocale = call.runtime.manifest.localization?.defaultLocale
  const target = { collection: call.entity.slug, id }
  const edit: Edit = (content, complete) => {
    const isNamed = collectReferences(entity.fields, content).some(
      (one) => one.id === id && one.collection === target.collection && nodes.some(({ path }) => path === one.path),
    )
    for (const relationship of isNamed ? nodes : [])
      takeOut(entity.fields, content, { relationship, ...target, ...(complete && { required: { defaultLocale } }) })
    return isNamed
  }
  await (entity.rewrite ?? rewriteDocument)({ ...call, entity }, unit, before, edit)
}

async function rewriteDocument(call: Call, unit: Unit, document: ChangeableDocument, edit: Edit): Promise<void> {
  const content = parseJson(document.json) as JsonObject
  if (edit(content, true)) await updateDocument(call, unit, document, rewritten(call, content))
}

/** Content to store after a change in place. */
export function rewritten({ entity }: Call, content: JsonObject): PreparedContent {
  return { ...readyToStore(entity, content), data: {} }
}

interface ReleasedTarget {
  readonly relationship: FieldNode
  readonly collection: string
  readonly id: string
  /** Refuses to leave a required relationship empty; a localized one may be required in this locale. */
  readonly required?: { readonly defaultLocale: string | undefined }
}

/** Removes a reference from stored content, wherever the relationship's path leads. */
export function takeOut(fields: readonly FieldNode[], content: JsonObject, target: ReleasedTarget): void {
  const { relationship, required } = target
  for (const node of fields) {
    const value = content[node.name] ?? null
    if (node === relationship) {
      content[node.name] = mapLocales(node, value, true, (one, locale) =>
        without(one, target, required !== undefined && (locale === undefined || locale === required.defaultLocale)),
      )
    } else if (relationship.path.startsWith(`${node.path}.`)) eachObject(node, value, true, takeOut, target)
  }
}

function without(value: JsonValue, target: ReleasedTarget, needed: boolean): JsonValue {
  const { mentions } = target.relationship.type
  const after = mentions ? mentions.without(value, target) : withoutTarget(value, target)
  if (target.relationship.required && needed && !isEmpty(value) && isEmpty(after)) {
    throw new QuireError('referenced', 'Other documents require this one. Point them to another document first.')
  }
  return after
}

function withoutTarget(value: JsonValue, { relationship, id, collection }: ReleasedTarget): JsonValue {
  const isTarget = (one: JsonValue): boolean => {
    const found = targetOf(relationship, one)
    return found?.id === id && found.collection === collection
  }
  if (Array.isArray(value)) return value.filter((one) => !isTarget(one))
  return isTarget(value) ? null : value
}

/** A relationship, and how many documents point to the target through it. */
export interface PointingCount {
  readonly entity: Entity<Call>
  readonly node: FieldNode
  readonly count: number
}

/**
 * Error for a document that references keep from being removed: their number, by collection if the caller may read it.
 * Others are only counted. Lists no ids: a filtered list finds the documents that the caller may read.
 */
async function referenced(call: Call, pointing: readonly PointingCount[]): Promise<QuireError> {
  const counts = new Map<string, number>()
  for (const { entity, node, count } of pointing) {
    const name = (await mayKnow(call, entity, node)) ? entity.slug : 'other documents'
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const list = [...counts].map(([name, count]) => `${name} (${count})`).join(', ')
  return new QuireError('referenced', `This document is pointed to by ${list}. Remove these references first.`)
}

async function mayKnow(call: Call, entity: Entity<Call>, node: FieldNode): Promise<boolean> {
  try {
    return (await tablesPointing(call, entity, node)) !== null
  } catch {
    // The rule reads the document.
    return false
  }
}

/** Deletes a document permanently: handles references, and lets features delete their data. */
export async function removeForGood(call: Call, unit: Unit, document: ChangeableDocument): Promise<void> {
  const doc = forApplication(call, document)
  await releaseReferences(call, unit, document)
  if (!(await unit.tx.remove(call.entity.table.name, document.id))) throw notFound()
  await notifyFeatures(call, unit, { document, forGood: true })
  await emitEvent(call, unit, { before: document, stored: document }, 'deleted', () => ({ doc, previous: doc }))
}

/**
 * Stores that a document is gone although it is kept: in columns of a feature, whose scope hides it. Refuses like a
 * deletion, but leaves references to the document alone, so that they still work once it is back.
 */
export async function softDelete(
  call: Call,
  unit: Unit,
  before: ChangeableDocument,
  columns: StoredDocument['columns'],
  what: DocumentEventKind,
): Promise<void> {
  await refuseIfRestricted(call, unit, before, 'live')
  const stored = await storeColumns(call, unit, before, columns)
  await notifyFeatures(call, unit, { document: stored, forGood: false })
  await emitEvent(call, unit, { before, stored }, what, () => afterChangeArguments(call, { before, stored }))
}

/** Calls `onRemove` of all features, also for the trash. */
async function notifyFeatures(call: Call, unit: Unit, removal: Removal): Promise<void> {
  for (const onRemove of call.entity.onRemove) await onRemove(call, unit, removal)
}
