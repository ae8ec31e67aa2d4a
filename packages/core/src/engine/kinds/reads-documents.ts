import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { beforeRead, hasHooks } from '../hooks.ts'
import { findReadable } from '../read/find-document.ts'
import { requestedTables } from '../read/requested.ts'
import { type OperationWithRule, ofKind } from './of-kind.ts'

type ReadDescription = Omit<OperationWithRule<'ifMatch'>, 'rule'>

/** An operation on all documents that its caller may read and its `where` matches. */
export interface ReadsDocuments<Request, Paths> {
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Promise<Request>
  /** The same for parameters with paths, such as an order: only after the rule has allowed the call. */
  readonly paths?: (call: Call) => Promise<Paths>
  readonly answers: (reading: {
    readonly call: Call
    /** Tables and condition: rule, scopes and `where` combined. */
    readonly tables: FilteredTables
    readonly request: Request
    /** What `paths` returned. */
    readonly paths: Paths
  }) => Promise<Answer>
}

export function readsDocuments<Request = void, Paths = void>(
  operation: ReadDescription & ReadsDocuments<Request, Paths>,
): Operation<Call> {
  const { request: parseRequest, paths: parsePaths, answers, ...description } = operation
  return ofKind({
    ifMatch: false,
    ...description,
    rule: 'read',
    async run(call) {
      // Safe casts: only operations that define `request` or `paths` read their results.
      const request = (await parseRequest?.(call)) as Request
      const tables = await requestedTables(call)
      const paths = (await parsePaths?.(call)) as Paths
      if (hasHooks(call.entity, 'beforeRead')) await beforeRead(call)
      return answers({ call, tables, request, paths })
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
  const { request: parseRequest, answers, ...description } = operation
  return ofKind({
    ifMatch: false,
    ...description,
    rule: 'read',
    async run(call) {
      // Safe cast: only operations that define `request` read it.
      const request = (await parseRequest?.(call)) as Request
      const { stored: document } = await findReadable(call, { runsHooks: true })
      return answers({ call, document, request })
    },
  })
}
