import type { Condition } from '../../contracts/condition.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Operation, Permission } from '../../contracts/operation.ts'
import type { StoredDocument, Unit } from '../../contracts/document-storage.ts'
import { allOf, ALWAYS } from '../../query/conditions.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import { ask, refusalOf, ruleOf } from '../access.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { matches } from '../read/find-document.ts'
import { requestedPresentation } from '../read/requested.ts'
import { presentWritten } from '../read/present.ts'
import { prepare, type PreparedContent, refuseInput } from '../write/prepare.ts'
import { insertDocument, type RevisionState } from '../write/save.ts'
import { retryGeneratedValues } from '../write/unique-values.ts'
import { ofKind, type OperationWithRule } from './of-kind.ts'
import type { Answer, PresentedDocument } from '../../contracts/answer.ts'

export interface PreparedCreate {
  /** Creates the content, again for each attempt; by default, the body. */
  readonly content?: () => Promise<PreparedContent>
  /** Overrides of the call, such as whether content must be complete. */
  readonly writing?: Partial<Call>
  readonly state?: RevisionState
  /** A further condition that the new document must meet. */
  readonly allowed?: Condition
  /** Locks what the content depends on, in the transaction. */
  readonly hold?: (unit: Unit) => Promise<void>
}

export interface CreatesDocument extends OperationWithRule<'parameters' | 'ifMatch' | 'answer'> {
  /** Runs if the rule did not deny, before content is prepared; may refuse. */
  readonly begin?: (call: Call, data: JsonObject) => Promise<PreparedCreate>
  /** Whether the value at this path is generated, so that a taken one is generated again. */
  readonly isGenerated: (call: Call, path: string) => boolean
}

async function askToCreate(call: Call, data: JsonObject): Promise<Permission> {
  const allowed = await ask(call, ruleOf(call), { id: call.input.id, data })
  if (allowed.kind === 'never') throw refusalOf(call)
  return { allowed }
}

/**
 * The order of a create, after that of every call (`execute.ts`):
 *
 * 1. Parse what the response shows, ask the rule, and run `begin`; nothing is locked yet.
 * 2. Refuse unknown, read-only and forbidden fields.
 * 3. In the transaction: run `hold`, prepare the content (`write/prepare.ts`), store it, and check the rule's condition
 *    on the stored document.
 * 4. After the commit: present the document.
 */
export function createsDocument(operation: CreatesDocument): Operation<Call> {
  const { begin, isGenerated, ...description } = operation
  return ofKind({
    parameters: PRESENTATION,
    ifMatch: false,
    answer: { kind: 'doc', status: 201 },
    ...description,
    earlyCheck: { ask: askToCreate, look: async () => null },
    async run(call) {
      const data = call.input.body ?? {}
      const presentation = await requestedPresentation(call)
      const { allowed } = await askToCreate(call, data)
      const creation = (await begin?.(call, data)) ?? {}
      const writing: Call = { ...call, ...creation.writing }
      const content = creation.content ?? (() => prepare(writing, data, null))
      await refuseInput(writing, data, 'create', content)
      const insert = async (unit: Unit) => {
        await creation.hold?.(unit)
        const document = await insertDocument(call, unit, await content(), creation.state)
        const isAllowed = await matches(call, document.id, allOf([allowed, creation.allowed ?? ALWAYS]))
        if (!isAllowed) throw refusalOf(call)
        return document
      }
      const stored = await retryGeneratedValues(
        data,
        (path) => isGenerated(call, path),
        () => inTransaction(call, insert),
      )
      return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
    },
  })
}

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

/** An operation that stores a document by other means, such as a user with a password. It checks its own rule, if any. */
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
