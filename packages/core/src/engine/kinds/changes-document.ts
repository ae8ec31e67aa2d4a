import type { RuleName } from '../../contracts/access.ts'
import type { ChangeableDocument } from '../../contracts/document-changes.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Answer } from '../../contracts/answer.ts'
import {
  type EarlyCheck,
  looksAtReadCopy,
  type Operation,
  type Permission,
  takesDocument,
} from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { reportDone } from '../tell-access.ts'
import { askGuards, askPermission, findPermitted, lockPermitted } from '../read/find-document.ts'
import { requestedPresentation } from '../read/requested.ts'
import { presentWritten } from '../read/present.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { ofKind, type OperationWithRule } from './of-kind.ts'

/** State passed to `begin`: allowed, no transaction, no lock. */
export interface BeginContext<Request> {
  readonly call: Call
  /** The document in the body; `{}` without one. */
  readonly data: JsonObject
  readonly request: Request
  /** Loads the current document: readable, allowed by the rule, at the revision of `If-Match`. */
  readonly load: () => Promise<StoredDocument>
}

/**
 * State passed to `run`, within the transaction: the rule, `If-Match` and the guards passed, and the document is
 * locked.
 */
export interface ChangeContext<Request, Begun> {
  readonly call: Call
  readonly unit: UnitOfWork
  readonly before: ChangeableDocument
  readonly data: JsonObject
  readonly request: Request
  readonly begun: Begun
}

/** The parts of an operation on one document, in the order in which they run. */
interface OnDocument<Request, Begun, Result> {
  /** Further rules that must allow it: restoring as live also needs the right to publish. */
  readonly alsoRequires?: readonly RuleName[]
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Request
  /** Runs before the transaction: refuses early, and does slow work. */
  readonly begin?: (permitted: BeginContext<Request>) => Promise<Begun>
  readonly run: (changing: ChangeContext<Request, Begun>) => Promise<Result>
  /** Undoes `begin` if the operation fails. */
  readonly undoBegin?: (call: Call, begun: Begun) => Promise<void>
}

/** The operation leaves the document's content unchanged, so another user's lock does not block it. */
interface ContentEffect {
  readonly leavesContent?: true
}

const EARLY_CHECK: EarlyCheck<Call> = {
  async ask(call, data, isUnread) {
    const permission = await askPermission(call, data, isUnread)
    // Refuse an outdated revision or a missing document before the first byte is read.
    await findPermitted(call, permission, data)
    return permission
  },
  look: (call, data, permission) => findPermitted(call, permission, data),
}

export function changesDocument<Request = void, Begun = void>(
  operation: Omit<OperationWithRule<'parameters' | 'ifMatch' | 'answer'>, 'copy'> &
    OnDocument<Request, Begun, StoredDocument> &
    ContentEffect,
): Operation<Call> {
  const { alsoRequires: _a, request: _r, begin: _b, undoBegin: _u, leavesContent: _l, ...description } = operation
  return ofKind({
    parameters: PRESENTATION,
    ifMatch: true,
    answer: { kind: 'doc', status: 200 },
    earlyCheck: EARLY_CHECK,
    ...description,
    copy: 'working',
    async run(call) {
      const presentation = await requestedPresentation(call)
      const stored = await runChange(call, operation)
      return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
    },
  })
}

/** An operation on a document that returns something else. */
export function actsOnDocument<Request = void, Begun = void>(
  operation: OperationWithRule<'parameters'> & OnDocument<Request, Begun, Answer> & ContentEffect,
): Operation<Call> {
  const { alsoRequires: _a, request: _r, begin: _b, undoBegin: _u, leavesContent: _l, ...description } = operation
  return ofKind({
    parameters: [],
    ...description,
    run: (call) => runChange(call, operation),
  })
}

/**
 * The order of every change of one document:
 *
 * 1. `request`: parse what is the operation's own in the request.
 * 2. Ask the access rules, without a transaction: a refused writer must not delay others.
 * 3. `begin`: work that takes long, and refusals that need no transaction.
 * 4. Begin the transaction.
 * 5. Lock the document, and check `read`, the rules and `If-Match` on what is stored now.
 * 6. Ask the guards, such as the check of another user's edit lock.
 * 7. `run`: write.
 * 8. With `accessAction`, report it to features that record access (`OnAccess`); other changes have document events.
 * 9. Commit. If anything from 4 on fails, `undoBegin` reverts 3.
 */
async function runChange<Request, Begun, Result>(
  call: Call,
  operation: OperationWithRule<'parameters' | 'ifMatch' | 'answer'> &
    OnDocument<Request, Begun, Result> &
    ContentEffect,
): Promise<Result> {
  // Safe casts: only operations that define `request` or `begin` read them.
  const request = operation.request?.(call) as Request
  const written = takesDocument(operation) ? (call.input.body ?? {}) : undefined
  const data = written ?? {}
  const permission = await askPermission(call, written)
  // For scopes, each of these rules is an action of its own.
  const { capability: _, ...asking } = call.operation
  const further = (operation.alsoRequires ?? []).map((rule): Call => ({ ...call, operation: { ...asking, rule } }))
  const permissions = new Map<Call, Permission>()
  for (const other of further) permissions.set(other, await askPermission(other, written))
  const load = () => findPermitted(call, permission, written)
  const begun = (await operation.begin?.({ call, data, request, load })) as Begun
  try {
    return await inTransaction(call, async (unit) => {
      const found = await lockPermitted(call, unit, permission, written)
      for (const [other, given] of permissions) await findPermitted(other, given, written)
      // Guards protect the working copy; a copy that is only read may have another revision.
      const guarded = looksAtReadCopy(call.operation) ? await unit.tx.get(call.entity.table.name, found.id) : found
      if (!operation.leavesContent) await askGuards(call, unit, guarded ?? found)
      // Safe cast: the guards have been asked, unless the operation leaves the content unchanged.
      const before = found as ChangeableDocument
      const result = await operation.run({ call, unit, before, data, request, begun })
      const { accessAction } = call.operation
      if (accessAction)
        await reportDone(call, unit, { action: accessAction, documentId: before.id, revision: before.revision })
      return result
    })
  } catch (error) {
    await operation.undoBegin?.(call, begun)
    throw error
  }
}

/** A read-only operation for callers who may change a document: its lock, its schedule. */
export interface InspectsDocument<Request> extends OperationWithRule {
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Request
  readonly answers: (looking: {
    readonly call: Call
    readonly document: StoredDocument
    readonly request: Request
  }) => Promise<Answer>
}

export function inspectsDocument<Request = void>(operation: InspectsDocument<Request>): Operation<Call> {
  const { request: read, answers, ...description } = operation
  return ofKind({
    ...description,
    async run(call) {
      // Safe cast: only operations that define `request` read it.
      const request = read?.(call) as Request
      const document = await findPermitted(call)
      return answers({ call, document, request })
    },
  })
}
