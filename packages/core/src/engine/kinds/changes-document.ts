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
  /** The document in the body; `{}` without one. */
  readonly data: JsonObject
  readonly request: Request
  /** Loads the current document: readable, allowed by the rule, at the revision of `If-Match`. */
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

/** The parts of an operation on one document, in the order in which they run. */
interface OnDocument<Request, Begun, Result> {
  /** Further rules that must allow it: restoring as live also needs the right to publish. */
  readonly alsoAsks?: readonly RuleName[]
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Request
  /** Runs before the transaction: refuses early, and does slow work. */
  readonly begin?: (permitted: Permitted<Request>) => Promise<Begun>
  readonly run: (changing: Changing<Request, Begun>) => Promise<Result>
  /** Undoes `begin` if the operation fails. */
  readonly giveUp?: (call: Call, begun: Begun) => Promise<void>
}

/** The operation leaves the document's content unchanged, so another user's lock does not block it. */
interface Beside {
  readonly leavesContent?: true
}

const BEFOREHAND: Beforehand<Call> = {
  async ask(call, data, isUnread) {
    const permission = await askBeforehand(call, data, isUnread)
    // Refuse an outdated revision or a missing document before the first byte is read.
    await lookAtAllowed(call, permission, data)
    return permission
  },
  look: (call, data, permission) => lookAtAllowed(call, permission, data),
}

/** An operation that changes a document and returns it. */
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

/** An operation on a document that returns something else. */
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
  // For scopes, each of these rules is an action of its own.
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
      // Guards protect the working copy; a copy that is only read may have another revision.
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
