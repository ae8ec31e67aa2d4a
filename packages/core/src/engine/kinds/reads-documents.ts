import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Places } from '../../contracts/source.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { beforeRead, hasHooks } from '../hooks.ts'
import { findReadable } from '../read/find-document.ts'
import { requestedPlaces } from '../read/read-request.ts'
import { type Described, ofKind } from './described.ts'

/** What an operation that reads says of itself: the rule is that for reading, and nothing is sent along. */
type Reading = Omit<Described<'body' | 'ifMatch'>, 'rule'>

/** An operation on all documents that its caller may read and that its `where` finds. */
export interface ReadsDocuments<Request, Asked> {
  /** Reads what is its own in the request, and refuses what is wrong with it, before any rule is asked. */
  readonly request?: (call: Call) => Promise<Request>
  /** The same for what names paths of documents, such as an order: asked only for those whom the rule has let in. */
  readonly paths?: (call: Call) => Promise<Asked>
  readonly answers: (reading: {
    readonly call: Call
    /** Where to look, and for which documents: rule, scopes and `where` in one. */
    readonly places: Places
    readonly request: Request
    readonly asked: Asked
  }) => Promise<Answer>
}

export function readsDocuments<Request = void, Asked = void>(
  operation: Reading & ReadsDocuments<Request, Asked>,
): Operation<Call> {
  const { request: read, paths, answers, ...description } = operation
  return ofKind({
    body: { kind: 'none' },
    ifMatch: false,
    ...description,
    rule: 'read',
    async run(call) {
      // Safe casts: only operations that define `request` or `asked` read them.
      const request = (await read?.(call)) as Request
      const places = await requestedPlaces(call)
      const asked = (await paths?.(call)) as Asked
      if (hasHooks(call.entity, 'beforeRead')) await beforeRead(call)
      return answers({ call, places, request, asked })
    },
  })
}

/** An operation on the document that it names, in the copy that its caller reads. */
export interface ReadsDocument<Request> {
  /** Reads what is its own in the request, and refuses what is wrong with it, before any rule is asked. */
  readonly request?: (call: Call) => Promise<Request>
  readonly answers: (reading: {
    readonly call: Call
    readonly document: StoredDocument
    readonly request: Request
  }) => Promise<Answer>
}

export function readsDocument<Request = void>(operation: Reading & ReadsDocument<Request>): Operation<Call> {
  const { request: read, answers, ...description } = operation
  return ofKind({
    body: { kind: 'none' },
    ifMatch: false,
    ...description,
    rule: 'read',
    async run(call) {
      // Safe cast: only operations that define `request` read it.
      const request = (await read?.(call)) as Request
      const document = await findReadable(call, () => beforeRead(call))
      return answers({ call, document, request })
    },
  })
}
