import type { RuleName } from '../../contracts/access.ts'
import type { Changeable } from '../../contracts/document-changes.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Answer } from '../../contracts/answer.ts'
import {
  type Beforehand,
  looksAtReadCopy,
  type Operation,
  type Permission,
  takesDocument,
} from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { tellDone } from '../tell-access.ts'
import { askBeforehand, findAllowed, lookAtAllowed } from '../read/find-document.ts'
import { presentWritten } from '../read/present.ts'
import { requestedPresentation } from '../read/read-request.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { askGuards } from '../write/changeable.ts'
import { type Described, ofKind } from './described.ts'

/** State passed to `begin`: allowed, no transaction, no lock. */
export interface Permitted<Request> {
  readonly call: Call
  /** The document in the body; `{}` where the body is none. */
  readonly data: JsonObject
  readonly request: Request
  /** The document as it is now: readable, allowed by the rule, of the revision that `If-Match` names. */
  readonly look: () => Promise<StoredDocument>
}

/**
 * State passed to `run`, within the transaction: the rule, `If-Match` and the guards passed, and the document is
 * locked.
 */
export interface Changing<Request, Begun> {
  readonly call: Call
  readonly unit: UnitOfWork
  readonly before: Changeable
  readonly data: JsonObject
  readonly request: Request
  readonly begun: Begun
}

/** What an operation on one document does beside what its description demands, in this order. */
interface OnDocument<Request, Begun, Result> {
  /** Further rules that must allow it, besides its own: to restore what is live at once takes the right to publish. */
  readonly alsoAsks?: readonly RuleName[]
  /** Reads what is its own in the request, and refuses what is wrong with it, before any rule is asked. */
  readonly request?: (call: Call) => Request
  /** Before the transaction: refuses what can be told without one, and does what takes long. */
  readonly begin?: (permitted: Permitted<Request>) => Promise<Begun>
  readonly run: (changing: Changing<Request, Begun>) => Promise<Result>
  /** Takes back what `begin` has done, if nothing came of it. */
  readonly giveUp?: (call: Call, begun: Begun) => Promise<void>
}

/** The operation leaves the document's content unchanged, so another user's lock does not block it. */
interface Beside {
  readonly leavesContent?: true
}

const BEFOREHAND: Beforehand<Call> = {
  async ask(call, data, isUnread) {
    const permission = await askBeforehand(call, data, isUnread)
    // An outdated revision or a document that is not there is refused before the first byte as well.
    await lookAtAllowed(call, permission, data)
    return permission
  },
  look: (call, data, permission) => lookAtAllowed(call, permission, data),
}

/** An operation that changes the document that it names, and answers with it. */
export function changesDocument<Request = void, Begun = void>(
  operation: Omit<Described<'parameters' | 'ifMatch' | 'answer'>, 'copy'> &
    OnDocument<Request, Begun, StoredDocument> &
    Beside,
): Operation<Call> {
  const { alsoAsks: _a, request: _r, begin: _b, giveUp: _g, leavesContent: _l, ...description } = operation
  return ofKind({
    parameters: PRESENTATION,
    ifMatch: true,
    answer: { kind: 'doc', status: 200 },
    beforehand: BEFOREHAND,
    ...description,
    copy: 'working',
    async run(call) {
      const presentation = await requestedPresentation(call)
      const stored = await onDocument(call, operation)
      return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
    },
  })
}

/** An operation that acts on the document that it names, and answers with something else. */
export function actsOnDocument<Request = void, Begun = void>(
  operation: Described<'parameters'> & OnDocument<Request, Begun, Answer> & Beside,
): Operation<Call> {
  const { alsoAsks: _a, request: _r, begin: _b, giveUp: _g, leavesContent: _l, ...description } = operation
  return ofKind({
    parameters: [],
    ...description,
    run: (call) => onDocument(call, operation),
  })
}

async function onDocument<Request, Begun, Result>(
  call: Call,
  operation: Described<'parameters' | 'ifMatch' | 'answer'> & OnDocument<Request, Begun, Result> & Beside,
): Promise<Result> {
  // Safe casts: only operations that define `request` or `begin` read them.
  const request = operation.request?.(call) as Request
  const written = takesDocument(operation) ? (call.input.body ?? {}) : undefined
  const data = written ?? {}
  const permission = await askBeforehand(call, written)
  // To a key, each of these is an action by itself.
  const { capability: _, ...asking } = call.operation
  const further = (operation.alsoAsks ?? []).map((rule): Call => ({ ...call, operation: { ...asking, rule } }))
  const permissions = new Map<Call, Permission>()
  for (const other of further) permissions.set(other, await askBeforehand(other, written))
  const look = () => lookAtAllowed(call, permission, written)
  const begun = (await operation.begin?.({ call, data, request, look })) as Begun
  try {
    return await inTransaction(call, async (unit) => {
      const found = await findAllowed(call, permission, written)
      for (const [other, given] of permissions) await lookAtAllowed(other, given, written)
      // What guards protect is the working copy. A copy that is only read is never what a change is stored on: its revision is another.
      const guarded = looksAtReadCopy(operation) ? await unit.tx.get(call.entity.table.name, found.id) : found
      if (!operation.leavesContent) await askGuards(call, unit, guarded ?? found)
      const before = found as Changeable
      const result = await operation.run({ call, unit, before, data, request, begun })
      const { tells } = call.operation
      if (tells) await tellDone(call, unit, { action: tells, documentId: before.id, revision: before.revision })
      return result
    })
  } catch (error) {
    await operation.giveUp?.(call, begun)
    throw error
  }
}
