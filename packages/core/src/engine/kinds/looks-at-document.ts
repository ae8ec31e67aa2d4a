import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { lookIfAllowed } from '../read/find-document.ts'
import { type Described, ofKind } from './described.ts'

/** A read-only operation for callers who may change a document: its lock, its schedule. */
export interface LooksAtDocument<Request> extends Described {
  /** Parses and validates the request, before any rule is asked. */
  readonly request?: (call: Call) => Request
  readonly answers: (looking: {
    readonly call: Call
    readonly document: StoredDocument
    readonly request: Request
  }) => Promise<Answer>
}

export function looksAtDocument<Request = void>(operation: LooksAtDocument<Request>): Operation<Call> {
  const { request: read, answers, ...description } = operation
  return ofKind({
    ...description,
    async run(call) {
      // Safe cast: only operations that define `request` read it.
      const request = read?.(call) as Request
      const document = await lookIfAllowed(call)
      return answers({ call, document, request })
    },
  })
}
