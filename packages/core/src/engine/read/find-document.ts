import type { Condition, SortKey } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { Pagination } from '../../contracts/answer.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import type { DocumentQuery, StoredDocument, Unit } from '../../contracts/document-storage.ts'
import { evaluate } from '../../query/evaluate.ts'
import { leavesDocument, allOf, ALWAYS } from '../../query/conditions.ts'
import { invalidQuery, limitsFor } from '../../query/query-problems.ts'
import { type Collections, parsePopulate, type Population } from '../../query/parse-populate.ts'
import { parseSelect, type Selection } from '../../query/parse-select.ts'
import { asksForOrder, configuredSort, DEFAULT_SORT, parseSort } from '../../query/parse-sort.ts'
import type { AskedJoins } from '../../query/parse-joins.ts'
import { namedPaths, parseWhere } from '../../query/where/parse-where.ts'
import { resolveWhere } from '../../query/where/resolve-where.ts'
import { ask, hasAction, outOfScope, refusalOf, ruleOf, UnseenDocument } from '../access.ts'
import { answerTags } from '../waiting-client.ts'
import { type Call, chooseLocale, documentId, readerOf } from '../call.ts'
import {
  eachTable,
  findInSource,
  findManyInSource,
  narrowTables,
  pathsOfSort,
  readerPaths,
  scopeOf,
  sourceOf,
  tablesOf,
} from '../source.ts'
import { requestedJoins } from './joins.ts'
import type { ChosenDocuments } from '../../contracts/answer-schemas.ts'
import { beforeRead } from '../hooks.ts'
import { looksAtReadCopy, type OperationDescription, type Permission } from '../../contracts/operation.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { hasRelativeChanges, settledFor } from '../write/relative-changes.ts'
import { asEvaluated, forApplication } from './read-form.ts'
import type { ChangeableDocument } from '../../contracts/document-changes.ts'

// First, what a request asks for: `where`, order, page and presentation. Below: how the named document is loaded.

const DEFAULT_LIMIT = 10

export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/**
 * The documents that the caller may read and `where` matches, in one condition. Throws if access is denied
 * unconditionally.
 */
export async function requestedTables(call: Call): Promise<FilteredTables> {
  const source = await sourceOf(call)
  if (source.where.kind === 'never') throw refusalOf(call)
  // A request for a list depends on the set of documents; a request by id does not.
  if (documentId(call) === null) answerTags()?.addCollection(call.entity.slug)
  const { where } = call.input.query
  const places = tablesOf(source)
  if (where === undefined) return places
  const parsed = parseWhere(where, limitsFor(call.caller))
  return narrowTables(places, resolveWhere(parsed, await readerPaths(call, namedPaths(parsed))))
}

export async function requestedSort(call: Call): Promise<readonly SortKey[]> {
  const { sort } = call.input.query
  if (asksForOrder(sort)) return parseSort(sort, await readerPaths(call, pathsOfSort(sort)))
  const { defaultSort } = call.entity
  return defaultSort === null
    ? DEFAULT_SORT
    : configuredSort(defaultSort, await readerPaths(call, pathsOfSort(defaultSort)))
}

export function requestedRank(call: Call): Pick<DocumentQuery, 'rank'> {
  const rank = asksForOrder(call.input.query['sort']) ? null : call.entity.rank?.(call)
  return rank ? { rank } : {}
}

export function requestedPage({ input: { query } }: Call): PageRequest {
  const { page = 1, limit = DEFAULT_LIMIT } = query as Partial<PageRequest>
  return { page, limit }
}

export function paginate({ page, limit }: PageRequest, totalDocs: number): Pagination {
  const totalPages = Math.ceil(totalDocs / limit)
  const hasNextPage = page < totalPages
  const hasPrevPage = page > 1
  return {
    page,
    limit,
    totalDocs,
    totalPages,
    hasNextPage,
    hasPrevPage,
    nextPage: hasNextPage ? page + 1 : null,
    prevPage: hasPrevPage ? page - 1 : null,
  }
}

export interface PresentationRequest {
  readonly selection: Selection | null
  readonly population: Population | null
  readonly joins?: AskedJoins | null
}

const AS_IT_IS: PresentationRequest = { selection: null, population: null }

export async function requestedPresentation(call: Call): Promise<PresentationRequest> {
  const { entity, caller, runtime, input } = call
  const { select, populate, depth, joins } = input.query
  if (joins === undefined && select === undefined && populate === undefined && depth === undefined) return AS_IT_IS
  const fields = caller.system ? entity.fields : entity.fields.filter((node) => !node.hidden)
  const systemNames = entity.systemFields.map((field) => field.name)
  return {
    selection: select === undefined ? null : parseSelect(select, fields, systemNames, 'select', caller.system),
    population: requestedPopulation(input.query, fields, runtime.manifest.collections, caller.system),
    joins: await requestedJoins(call),
  }
}

function requestedPopulation(
  { populate, depth }: Readonly<Record<string, unknown>>,
  fields: Entity['fields'],
  collections: Collections,
  showHidden: boolean,
): Population | null {
  if (populate !== undefined && depth !== undefined) {
    throw invalidQuery([
      { code: 'custom', path: 'depth', message: '"depth" and "populate" cannot be combined. Use one of them.' },
    ])
  }
  if (populate !== undefined) return parsePopulate(populate, fields, { collections, showHidden })
  if (depth === undefined || depth === 0) return null
  return { levels: Number(depth) }
}

/**
 * Documents that a list would find for the caller in the copies that an operation changes: in the trash, or the newest
 * copies.
 */
export function chosenTables(
  call: Call,
  { where, search, locale }: ChosenDocuments,
  operation: Call['operation'] = call.operation,
): Promise<FilteredTables> {
  const { list } = call.entity.operations
  // Ignoring it would select too many documents.
  if (search !== undefined && !list?.parameters.includes('search')) {
    const message = 'This collection cannot be searched. Leave "search" out.'
    throw invalidQuery([{ code: 'unknown_field', path: 'search', message }])
  }
  const query = {
    ...operation.implies,
    ...newestCopies(list),
    ...(where !== undefined && { where }),
    ...(search !== undefined && { search }),
    ...(locale !== undefined && { locale }),
  }
  const chosen = chooseLocale(call.runtime.manifest.localization, query)
  // With the call's own operation: a caller who may not read the trash is refused, without learning its size.
  return requestedTables({ ...call, locale: chosen, input: { ...call.input, query } })
}

/**
 * Query of a list whose documents will be changed: the newest copies that the caller may read, so that hidden content
 * decides nothing. Empty for entities with one copy.
 */
export function newestCopies(list: OperationDescription | undefined): { readonly draft?: 'newest' } {
  return list?.parameters.includes('draft') ? { draft: 'newest' } : {}
}

/*
 * From here on: how operations load the document that the call names. Each throws `not_found` if it is missing or the caller may not
 * read it.
 *
 * - `findReadable`: in the copy that the caller reads. Only the rule `read` is asked.
 * - `findSeen`: in the newest copy that the caller can see, if the operation's own rule allows it.
 * - `findPermitted`: the operation's own rule allows it, and `If-Match` fits. No lock.
 * - `lockPermitted`: the same, locked until the transaction ends.
 * - `askPermission`: the rule's verdict alone, before there is a transaction; the two above take it.
 *
 * `source.ts` has `findInSource` and `findManyInSource`, for documents with other ids.
 */

export function notFound(): QuireError {
  return new QuireError('not_found', 'There is no such document.')
}

/**
 * Loads the document as the caller reads it, and names its table. With `runsHooks`, `beforeRead` hooks run once the rule
 * has not denied; with `checksRevision`, another revision than that of `If-Match` is refused.
 */
export async function findReadable(
  call: Call,
  { runsHooks, checksRevision }: { readonly runsHooks?: boolean; readonly checksRevision?: boolean } = {},
): Promise<{ readonly stored: StoredDocument; readonly table: string }> {
  const places = await requestedTables(call)
  if (runsHooks) await beforeRead(call)
  const id = documentId(call)
  if (id === null) throw notFound()
  for (const { table, where } of eachTable(places)) {
    const stored = await readerOf(call).get(table, id, where)
    if (!stored) continue
    if (checksRevision) checkRevision(stored, call.input.ifMatch)
    return { stored, table }
  }
  throw notFound()
}

/**
 * Loads the document in the newest copy that the caller can see, if the operation's own rule allows it, and names its
 * table. An unconditional denial comes before the lookup.
 */
export async function findSeen(call: Call): Promise<{ readonly stored: StoredDocument; readonly table: string }> {
  const id = documentId(call)
  const rule = ruleOf(call)
  const allowed = await new UnseenDocument(id ?? undefined, undefined).ask((unseen) => ask(call, rule, unseen))
  if (allowed?.kind === 'never') throw refusalOf(call)
  const seen = id === null ? null : await findInSource(call, await sourceOf(call, call.entity, 'any'), id)
  if (!seen) throw notFound()
  const subject = { id: seen.stored.id, doc: forApplication(call, seen.stored) }
  const condition = allowed ?? (await ask(call, rule, subject))
  if (!(await matches(call, seen.stored.id, condition, seen.table))) throw refusalOf(call)
  return seen
}

/**
 * Refuses a caller who may not act on the document before any transaction or lock: a refused writer must not delay
 * others. An unconditional denial by the operation's rule comes first (docs/contract/errors.md#refusals). A rule that
 * reads the document, or answers with a query, is evaluated on its current state. `lockPermitted` evaluates it again only
 * if the document has changed since. With `isUnread`, `data` is not parsed yet.
 */
export async function askPermission(call: Call, data?: JsonObject, isUnread = false): Promise<Permission> {
  const isRelative = data !== undefined && !isUnread && hasRelativeChanges(call, data)
  const unseen = new UnseenDocument(documentId(call) ?? undefined, data, isRelative)
  const allowed = await unseen.ask((subject) => ask(call, ruleOf(call), subject))
  if (allowed?.kind === 'never') throw refusalOf(call)
  if (allowed?.kind === 'always') return { allowed }
  return (await look(call, data, { lock: false, permission: allowed && { allowed } })).permission
}

/**
 * Loads and locks the document that the call will change, until the transaction ends. First, a missing or unreadable
 * document is not found, whatever its rule says: a denial that depends on its content would reveal it. Then the rule's
 * denial, an unmatched `Where`, and an outdated revision are checked.
 */
export async function lockPermitted(call: Call, permission: Permission, data?: JsonObject): Promise<StoredDocument> {
  return (await look(call, data, { lock: true, permission })).stored
}

/** The same without a lock, for reads. Asks for the permission if none is given. */
export async function findPermitted(call: Call, permission?: Permission, data?: JsonObject): Promise<StoredDocument> {
  const given = permission ?? (await askPermission(call, data))
  return (await look(call, data, { lock: false, permission: given })).stored
}

async function look(
  call: Call,
  data: JsonObject | undefined,
  { lock, permission }: { readonly lock: boolean; readonly permission: Permission | undefined },
): Promise<{ stored: StoredDocument; permission: Permission }> {
  // A caller who may not read a document can't change it. The missing scope of a key may be reported.
  if (!hasAction(call, 'read')) throw outOfScope('read', call.entity.slug)
  const id = documentId(call)
  if (id === null) throw notFound()
  const find = looksAtReadCopy(call.operation) ? await inReadCopy(call, id) : await inWorkingCopy(call, id)
  if (permission && permission.revision === undefined) {
    const found = await find(permission.allowed, lock)
    if (!found) throw permission.allowed.kind === 'always' ? notFound() : await refusal(call, id)
    checkRevision(found.stored, call.input.ifMatch)
    return { stored: found.stored, permission }
  }
  const found = await find(ALWAYS, lock)
  if (!found) throw notFound()
  const { stored, table } = found
  const { revision } = stored
  const allowed =
    permission?.revision === revision
      ? permission.allowed
      : await ask(call, ruleOf(call), { id, data: settledFor(call, data, stored), doc: forApplication(call, stored) })
  if (!(await matches(call, id, allowed, table))) throw await refusal(call, id)
  checkRevision(stored, call.input.ifMatch)
  return { stored, permission: { allowed, revision } }
}

/**
 * Finds the document if the caller may read it and the condition holds. With `lock`, the document is locked until the
 * transaction ends.
 */
type Find = (
  condition: Condition,
  lock: boolean,
) => Promise<{ readonly stored: StoredDocument; readonly table: string } | null>

async function inWorkingCopy(call: Call, id: string): Promise<Find> {
  const { table, where } = await scopeOf(call, call.entity, 'changed')
  const readable = allOf([where, await ask(call, 'read', { id })])
  return async (condition, lock) => {
    const stored = await readerOf(call).get(table, id, allOf([readable, condition]), lock ? { lock: 'change' } : {})
    return stored && { stored, table }
  }
}

/** Locks the working copy, whichever copy is read: all changes take that lock. */
async function inReadCopy(call: Call, id: string): Promise<Find> {
  const places = tablesOf(await sourceOf(call))
  return async (condition, lock) => {
    if (lock) await readerOf(call).get(call.entity.table.name, id, ALWAYS, { lock: 'change' })
    for (const { table, where } of eachTable(narrowTables(places, condition))) {
      const stored = await readerOf(call).get(table, id, where)
      if (stored) return { stored, table }
    }
    return null
  }
}

/**
 * The error for a rule that read the document. A caller who cannot read any copy must not learn that the document
 * exists.
 */
async function refusal(call: Call, id: string): Promise<QuireError> {
  // For reads, only the rule `read` decides.
  if (looksAtReadCopy(call.operation) && call.operation.rule === 'read') return notFound()
  const [readable] = await findManyInSource(call, await sourceOf(call, call.entity, 'any'), [id])
  return readable ? refusalOf(call) : notFound()
}

function checkRevision(stored: StoredDocument, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === stored.revision) return
  throw new QuireError(
    'revision_conflict',
    `The document is at revision ${stored.revision}, not ${ifMatch}. Read it again and repeat your change.`,
  )
}

/** Whether a rule's condition matches a document; evaluated by storage. */
export async function matches(
  call: Call,
  id: string,
  condition: Condition,
  table: string = call.entity.table.name,
): Promise<boolean> {
  if (condition.kind === 'always') return true
  if (condition.kind === 'never') return false
  return (await readerOf(call).get(table, id, condition)) !== null
}

/** The same, evaluated in memory; undefined if the condition leads to other documents. */
export function matchesInMemory(
  entity: Entity<Call>,
  document: StoredDocument,
  condition: Condition,
): boolean | undefined {
  return leavesDocument(condition) ? undefined : evaluate(condition, asEvaluated(entity, document))
}

/** Loads the document that the call changes, after its rule and guards allowed it. */
export async function findForChange(
  call: Call,
  unit: Unit,
  permission: Permission,
  data?: JsonObject,
): Promise<ChangeableDocument> {
  return askGuards(call, unit, await lockPermitted(call, permission, data))
}

/** Asks the guards of a document's entity, which may be another than the call's: a deletion clears references elsewhere. */
export async function askGuards(
  call: Call,
  unit: Unit,
  document: StoredDocument,
  entity: Entity<Call> = call.entity,
): Promise<ChangeableDocument> {
  for (const guard of entity.guards) await guard(entity === call.entity ? call : { ...call, entity }, unit, document)
  return document as ChangeableDocument
}
