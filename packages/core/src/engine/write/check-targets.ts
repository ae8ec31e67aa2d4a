import type { Entity } from '../../contracts/entity.ts'
import type { Issue } from '../../contracts/errors.ts'
import type { FieldNode, Mention } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Source } from '../../contracts/source.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { type Call, readerOf } from '../call.ts'
import { isWithin } from '../field-access.ts'
import { isDocumentId } from '../new-id.ts'
import { deniedPaths } from '../read/read-form.ts'
import { findManyInSource, scopeOf, sourceOf } from '../source.ts'
import type { WrittenValue } from './overlay.ts'
import { collectReferences, referenceKey, targetOf } from '../../content/references.ts'
import { currentUnit } from '../unit-of-work.ts'

/** The references that a document has already: those that the writer knows are not checked again. */
export interface FormerReferences {
  /** The content that the input was merged into. */
  readonly oldContent: JsonObject | null
  /**
   * The stored document through which the writer knows them: a reference in a field that the writer may not read is
   * checked like a new one. Null if each one counts as known, such as those of a snapshot that is restored.
   */
  readonly knownThrough: StoredDocument | null
}

interface WrittenReferences extends FormerReferences {
  readonly values: readonly WrittenValue[]
}

/**
 * Relationships must reference existing documents that the writer may read; unchanged references are not checked
 * (docs/contract/errors.md#refusals). One read for each target collection.
 */
export async function checkTargets(call: Call, written: WrittenReferences): Promise<readonly Issue[]> {
  const [issues = []] = await checkTargetsOfMany(call, [written])
  return issues
}

/** Checks several documents with the same number of reads. */
export async function checkTargetsOfMany(
  call: Call,
  all: readonly WrittenReferences[],
): Promise<readonly (readonly Issue[])[]> {
  if (all.every(({ values }) => values.length === 0)) return all.map(() => [])
  const { missing, unsuitable } = await loadTargets(call, all)
  const issues = all.map((): Issue[] => [])
  for (const { from, path } of missing)
    issues[from]?.push({
      code: 'not_found',
      path,
      message: 'There is no document with this id, or you may not read it.',
    })
  for (const { from, issue } of unsuitable) issues[from]?.push(issue)
  return issues
}

interface WrittenTarget {
  /** Index of the referencing document. */
  readonly from: number
  readonly collection: string
  readonly id: string
  readonly path: string
  readonly node: FieldNode
  /** Set for mentions; `valuePath` is the path of the value. */
  readonly mention?: Mention
  readonly valuePath?: string
}

interface TargetsSeen {
  readonly missing: readonly WrittenTarget[]
  readonly unsuitable: readonly { readonly from: number; readonly issue: Issue }[]
}

/** Targets of one collection that no check has covered before. */
interface TargetsToRead {
  readonly targets: WrittenTarget[]
  needsLock: boolean
}

export async function loadTargets(call: Call, all: readonly WrittenReferences[]): Promise<TargetsSeen> {
  const added = new Map<string, TargetsToRead>()
  const unchanged: WrittenTarget[] = []
  for (const [from, { values, ...former }] of all.entries()) {
    if (values.length === 0) continue
    const known = await knownReferences(call, former)
    const knownKeys = new Set(known.map((one) => targetKey(one.path, one)))
    for (const target of values.flatMap((value) => writtenTargets(value, from))) {
      if (knownKeys.has(targetKey(target.node.path, target))) {
        if (mayNotDangle(call, target)) unchanged.push(target)
      } else addTarget(added, target)
    }
  }
  const missing: WrittenTarget[] = await missingForAll(call, unchanged)
  const unsuitable: { readonly from: number; readonly issue: Issue }[] = []
  for (const [collection, { targets, needsLock }] of added) {
    const ids = [...new Set(targets.map((target) => target.id))]
    const readable = await readableTargets(call, collection, ids, needsLock)
    for (const target of targets) {
      const stored = mayName(target) ? readable.get(target.id) : undefined
      if (!stored) missing.push(target)
      else unsuitable.push(...targetIssues(target, stored).map((issue) => ({ from: target.from, issue })))
    }
  }
  return { missing, unsuitable }
}

function addTarget(added: Map<string, TargetsToRead>, target: WrittenTarget): void {
  const ofCollection = added.get(target.collection) ?? { targets: [], needsLock: false }
  added.set(target.collection, ofCollection)
  ofCollection.targets.push(target)
  ofCollection.needsLock ||= needsTargetLock(target.node)
}

/**
 * A text with `restrict` must not go live with a dangling mention: its target may predate the constraint or be in the
 * trash. Later deletions are refused.
 */
function mayNotDangle({ copies }: Call, { node, mention }: WrittenTarget): boolean {
  return copies?.writes === 'complete' && mention !== undefined && node.options['onDelete'] === 'restrict'
}

/**
 * Targets that don't exist for any reader. A publisher may lack read access to targets that others mentioned in a text.
 */
async function missingForAll(call: Call, targets: readonly WrittenTarget[]): Promise<WrittenTarget[]> {
  const plain: Call = { ...call, input: { query: {}, params: {} } }
  const missing: WrittenTarget[] = []
  for (const [collection, named] of Map.groupBy(targets, (target) => target.collection)) {
    const entity = call.runtime.manifest.collections[collection]
    const ids = [...new Set(named.map(({ id }) => id))].filter(isDocumentId)
    const where = entity && (await scopeOf({ ...plain, entity }, entity, 'changed')).where
    const existing = new Set(entity ? await readerOf(call).idsAmong(entity.table.name, ids, where) : [])
    missing.push(...named.filter(({ id }) => !existing.has(id)))
  }
  return missing
}

function writtenTargets({ node, value, path }: WrittenValue, from: number): WrittenTarget[] {
  const { mentions } = node.type
  if (mentions)
    return mentions.in(value).map((mention) => {
      const { collection, id } = mention
      return { from, collection, id, path: `${path}.${mention.path}.value`, node, mention, valuePath: path }
    })
  const target = targetOf(node, value)
  return target ? [{ ...target, from, path, node }] : []
}

/** To the writer, a forbidden mention looks like a missing document. */
function mayName({ node, mention, collection }: WrittenTarget): boolean {
  return !mention || node.mentions.includes(collection)
}

function targetIssues({ node, path, mention, valuePath }: WrittenTarget, { json }: StoredDocument): Issue[] {
  const { checkTarget, mentions } = node.type
  if (!checkTarget && !mention?.isPicture) return []
  const content = parseJson(json) as JsonObject
  if (mention) {
    const wrong = mentions?.check(mention, content)
    return wrong ? [{ ...wrong, path: `${valuePath}.${wrong.path}` }] : []
  }
  const problem = checkTarget?.(content, node.options)
  return problem ? [{ ...problem, path }] : []
}

/**
 * Former references that the writer knows. In unreadable fields, a correct guess would go unchecked and so reveal the
 * value.
 */
async function knownReferences(
  call: Call,
  { oldContent, knownThrough }: FormerReferences,
): Promise<readonly Reference[]> {
  if (!oldContent) return []
  const references = collectReferences(call.entity.fields, oldContent)
  if (!knownThrough || references.length === 0) return references
  const denied = await deniedPaths(call, 'read', knownThrough)
  return references.filter(({ path }) => !isWithin(denied, path))
}

function targetKey(path: string, { collection, id }: { readonly collection: string; readonly id: string }): string {
  return `${path} ${collection} ${id}`
}

/** With `needsLock`, the targets are locked: they cannot be removed before this write, and a later removal sees it. */
async function readableTargets(
  call: Call,
  collection: string,
  ids: readonly string[],
  needsLock: boolean,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const target = call.runtime.manifest.collections[collection]
  const possible = ids.filter(isDocumentId)
  if (!target || possible.length === 0) return new Map()
  const source = await sourceOf(call, target, 'any')
  if (source.where.kind === 'never') return new Map()
  // Without a transaction, nothing is stored: a refused input, a preview, a question about rights.
  const isLocked = needsLock && currentUnit(call.runtime.storage, call.caller.context) !== undefined
  const found = isLocked
    ? await lockTargets(call, target, source, possible)
    : await findManyInSource(call, source, possible)
  return new Map(found.map((document) => [document.id, document]))
}

/** A removal locks the document itself, so a reader of another copy must take that lock first. */
async function lockTargets(
  call: Call,
  { table }: Entity<Call>,
  source: Source,
  ids: readonly string[],
): Promise<readonly StoredDocument[]> {
  const options = { lock: 'use' } as const
  if (source.table === table.name && !source.fallback)
    return readerOf(call).getMany(source.table, ids, source.where, options)
  const locked = await readerOf(call).getMany(table.name, ids, undefined, options)
  return findManyInSource(
    call,
    source,
    locked.map(({ id }) => id),
  )
}

/** Whether references are unchanged, so that the relationship index is. */
export function keepsReferences<OfCall>(
  { fields, table }: Pick<Entity<OfCall>, 'fields' | 'table'>,
  before: StoredDocument,
  references: readonly Reference[],
): boolean {
  // Under another shape, other fields may be relationships.
  if (before.shape !== table.shape) return false
  const pointed = collectReferences(fields, parseJson(before.json) as JsonObject)
  if (pointed.length !== references.length) return false
  const points = new Set(references.map(referenceKey))
  return pointed.every((reference) => points.has(referenceKey(reference)))
}

/**
 * Whether a relationship restricts or follows the deletion of its target (docs/contract/documents.md#on-delete), so
 * that both need locks.
 */
export function needsTargetLock({ options }: FieldNode): boolean {
  return options['onDelete'] === 'restrict' || options['onDelete'] === 'clear'
}
