import type { Condition } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { StorageTransaction, StoredDocument, Unit } from '../../contracts/document-storage.ts'
import { evaluate } from '../../query/evaluate.ts'
import { leavesDocument, allOf, ALWAYS } from '../../query/conditions.ts'
import { ask, hasAction, outOfScope, refusalOf, ruleOf, UnseenDocument } from '../access.ts'
import { type Call, documentId, readerOf } from '../call.ts'
import { eachTable, findInSource, findManyInSource, narrowTables, scopeOf, sourceOf, tablesOf } from '../source.ts'
import { beforeRead } from '../hooks.ts'
import { looksAtReadCopy, type Permission } from '../../contracts/operation.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { hasRelativeChanges, settledFor } from '../write/relative-changes.ts'
import { asEvaluated, forApplication } from './read-form.ts'
import { requestedTables } from './requested.ts'
import type { ChangeableDocument } from '../../contracts/document-changes.ts'

/*
 * How operations load the document that the call names. Each throws `not_found` if it is missing or the caller may not
 * read it.
 *
 * - `findReadable`: in the copy that the caller reads. Only the rule `read` is asked.
 * - `findSeen`: in the newest copy that the caller can see, if the operation's own rule allows it.
 * - `findPermitted`: the operation's own rule allows it, and `If-Match` fits. No lock.
 * - `lockPermitted`: the same, locked until the transaction ends.
 * - `askPermission`: the rule's answer before there is a transaction; the two above take it. If the rule reads the
 *   document or answers with a query, this loads the document, and may throw `not_found` or `revision_conflict`.
 *
 * `source.ts` has `findInSource` and `findManyInSource`, for documents with other ids.
 */

export function notFound(): QuireError {
  return new QuireError('not_found', 'There is no such document.')
}

/**
 * Loads the document as the caller reads it, and names its table. With `runsHooks`, `beforeRead` hooks run once the
 * rule has not denied; with `checksRevision`, another revision than that of `If-Match` is refused.
 */
export async function findReadable(
  call: Call,
  { runsHooks, checksRevision }: { readonly runsHooks?: boolean; readonly checksRevision?: boolean } = {},
): Promise<{ readonly stored: StoredDocument; readonly table: string }> {
  const tables = await requestedTables(call)
  if (runsHooks) await beforeRead(call)
  const id = documentId(call)
  if (id === null) throw notFound()
  for (const { table, where } of eachTable(tables)) {
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
 * reads the document, or answers with a query, is evaluated on its current state. `lockPermitted` evaluates it again
 * only if the document has changed since. With `isUnread`, `data` is not parsed yet.
 */
export async function askPermission(call: Call, data?: JsonObject, isUnread = false): Promise<Permission> {
  const isRelative = data !== undefined && !isUnread && hasRelativeChanges(call, data)
  const unseen = new UnseenDocument(documentId(call) ?? undefined, data, isRelative)
  const allowed = await unseen.ask((subject) => ask(call, ruleOf(call), subject))
  if (allowed?.kind === 'never') throw refusalOf(call)
  if (allowed?.kind === 'always') return { allowed }
  return (await findWithPermission(call, data, { lockIn: null, permission: allowed && { allowed } })).permission
}

/**
 * Loads and locks the document that the call will change, until the transaction ends. First, a missing or unreadable
 * document is not found, whatever its rule says: a denial that depends on its content would reveal it. Then the rule's
 * denial, an unmatched `Where`, and an outdated revision are checked.
 */
export async function lockPermitted(
  call: Call,
  { tx }: Unit,
  permission: Permission,
  data?: JsonObject,
): Promise<StoredDocument> {
  return (await findWithPermission(call, data, { lockIn: tx, permission })).stored
}

/** The same without a lock, for reads. Asks for the permission if none is given. */
export async function findPermitted(call: Call, permission?: Permission, data?: JsonObject): Promise<StoredDocument> {
  const given = permission ?? (await askPermission(call, data))
  return (await findWithPermission(call, data, { lockIn: null, permission: given })).stored
}

async function findWithPermission(
  call: Call,
  data: JsonObject | undefined,
  { lockIn, permission }: { readonly lockIn: LockingTransaction; readonly permission: Permission | undefined },
): Promise<{ stored: StoredDocument; permission: Permission }> {
  // A caller who may not read a document can't change it. The missing scope of a key may be reported.
  if (!hasAction(call, 'read')) throw outOfScope('read', call.entity.slug)
  const id = documentId(call)
  if (id === null) throw notFound()
  const find = looksAtReadCopy(call.operation) ? await inReadCopy(call, id) : await inWorkingCopy(call, id)
  // It holds for every document, so its condition becomes part of the lookup.
  if (permission && permission.revision === undefined) {
    const found = await find(permission.allowed, lockIn)
    if (!found) throw permission.allowed.kind === 'always' ? notFound() : await refusal(call, id)
    checkRevision(found.stored, call.input.ifMatch)
    return { stored: found.stored, permission }
  }
  const found = await find(ALWAYS, lockIn)
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

/** The transaction that locks the document until it ends; null for no lock. */
type LockingTransaction = StorageTransaction | null

/** Finds the document, locked if asked for, if the caller may read it and the condition holds. */
type Find = (
  condition: Condition,
  lockIn: LockingTransaction,
) => Promise<{ readonly stored: StoredDocument; readonly table: string } | null>

const FOR_CHANGE = { lock: 'change' } as const

async function inWorkingCopy(call: Call, id: string): Promise<Find> {
  const { table, where: scope } = await scopeOf(call, call.entity, 'changed')
  const readable = allOf([scope, await ask(call, 'read', { id })])
  return async (condition, lockIn) => {
    const where = allOf([readable, condition])
    const stored = await (lockIn ? lockIn.get(table, id, where, FOR_CHANGE) : readerOf(call).get(table, id, where))
    return stored && { stored, table }
  }
}

/** Locks the working copy, whichever copy is read: all changes take that lock. */
async function inReadCopy(call: Call, id: string): Promise<Find> {
  const tables = tablesOf(await sourceOf(call))
  return async (condition, lockIn) => {
    await lockIn?.get(call.entity.table.name, id, ALWAYS, FOR_CHANGE)
    for (const { table, where } of eachTable(narrowTables(tables, condition))) {
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
  return askGuards(call, unit, await lockPermitted(call, unit, permission, data))
}

/**
 * Asks the guards of a document's entity, which may be another than the call's: a deletion clears references elsewhere.
 */
export async function askGuards(
  call: Call,
  unit: Unit,
  document: StoredDocument,
  entity: Entity<Call> = call.entity,
): Promise<ChangeableDocument> {
  for (const guard of entity.guards) await guard(entity === call.entity ? call : { ...call, entity }, unit, document)
  return document as ChangeableDocument
}
