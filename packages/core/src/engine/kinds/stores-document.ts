import type { Answer, PresentedDocument } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { presentWritten } from '../read/present.ts'
import { requestedPresentation } from '../read/read-request.ts'
import { ofKind } from './described.ts'

/** A document that an operation has stored, or signed in, and whom the answer shows it to. */
export interface StoredFor<Beside> {
  readonly document: StoredDocument
  /** Whose call it is from here on; the same as before unless given. */
  readonly call?: Call
  /** Whose rights decide which of its fields are shown; the caller's unless given. */
  readonly fieldsFor?: Call
  /** What else the answer is made of. */
  readonly beside: Beside
}

/** An operation whose way to a stored document is its own, such as making a user with a password. Its rule, if any, it asks itself. */
export interface StoresDocument<Beside> extends Omit<Operation<Call>, 'run' | 'asksItself'> {
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
