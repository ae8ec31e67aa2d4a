import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { findPermitted } from '../read/find-document.ts'
import { type OperationWithRule, ofKind } from './described.ts'

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
