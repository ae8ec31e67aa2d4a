import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { beforeRead, hasHooks } from '../hooks.ts'
import { findReadable } from '../read/find-document.ts'
import { requestedTables } from '../read/requested.ts'
import { type OperationWithRule, ofKind } from './of-kind.ts'

type ReadDescription = Omit<OperationWithRule<'body' | 'ifMatch'>, 'rule'>

/** An operation on all documents that its caller may read and its `where` matches. */
export interface ReadsDocuments<Request, Asked> {
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Promise<Request>
  /** The same for parameters with paths, such as an order: only after the rule has allowed the call. */
  readonly paths?: (call: Call) => Promise<Asked>
  readonly answers: (reading: {
    readonly call: Call
    /** Tables and condition: rule, scopes and `where` combined. */
    readonly places: FilteredTables
    readonly request: Request
    /** What `paths` returned. */
    readonly asked: Asked
  }) => Promise<Answer>
}

export function readsDocuments<Request = void, Asked = void>(
  operation: ReadDescription & ReadsDocuments<Request, Asked>,
): Operation<Call> {
  const { request: read, paths, answers, ...description } = operation
  return ofKind({
    body: { kind: 'none' },
    ifMatch: false,
    ...description,
    rule: 'read',
    async run(call) {
      // Safe casts: only operations that define `request` or `paths` read their results.
      const request = (await read?.(call)) as Request
      const places = await requestedTables(call)
      const asked = (await paths?.(call)) as Asked
      if (hasHooks(call.entity, 'beforeRead')) await beforeRead(call)
      return answers({ call, places, request, asked })
    },
  })
}

/** An operation on one document, in the copy that its caller reads. */
export interface ReadsDocument<Request> {
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Promise<Request>
  readonly answers: (reading: {
    readonly call: Call
    readonly document: StoredDocument
    readonly request: Request
  }) => Promise<Answer>
}

export function readsDocument<Request = void>(operation: ReadDescription & ReadsDocument<Request>): Operation<Call> {
  const { request: read, answers, ...description } = operation
  return ofKind({
    body: { kind: 'none' },
    ifMatch: false,
    ...description,
    rule: 'read',
    async run(call) {
      // Safe cast: only operations that define `request` read it.
      const request = (await read?.(call)) as Request
      const { stored: document } = await findReadable(call, { runsHooks: true })
      return answers({ call, document, request })
    },
  })
}
