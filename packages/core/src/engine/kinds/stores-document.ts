import type { Answer, PresentedDocument } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { presentWritten } from '../read/present.ts'
import { requestedPresentation } from '../read/read-request.ts'
import { ofKind } from './described.ts'

/** A stored document, with the calls that present it. */
export interface StoredFor<Beside> {
  readonly document: StoredDocument
  /** The call from then on; unchanged by default. */
  readonly call?: Call
  /** The call whose rights decide which fields are shown; the caller's by default. */
  readonly fieldsFor?: Call
  /** Further data of the response. */
  readonly beside: Beside
}

/** An operation whose way to a stored document is its own, such as making a user with a password. Its rule, if any, it asks itself. */
export interface StoresDocument<Beside> extends Omit<Operation<Call>, 'run' | 'checksAccess'> {
  readonly stores: (call: Call) => Promise<StoredFor<Beside>>
  readonly answers: (doc: PresentedDocument, beside: Beside) => Answer
}

export function storesDocument<Beside = void>(operation: StoresDocument<Beside>): Operation<Call> {
  const { stores, answers, ...description } = operation
  return ofKind({
    ...description,
    async run(call) {
      const presentation = await requestedPresentation(call)
      const { document, call: own = call, fieldsFor, beside } = await stores(call)
      return answers(await presentWritten(own, document, presentation, fieldsFor), beside)
    },
  })
}
