import { schemas } from '../../contracts/answer-schemas.ts'
import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { reportDone } from '../tell-access.ts'
import { runInTransaction, type UnitOfWork } from '../unit-of-work.ts'
import { type CallerCheck, ofKind, type OperationWithoutRule } from './of-kind.ts'
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import type { RecordMatch, RecordRow, RecordTable } from '../../contracts/records.ts'
import { type RecordOrder, recordPage } from '../read/record-request.ts'
import type { CookieChange } from '../../contracts/auth.ts'

export interface Authorized<Who, Request> {
  readonly call: Call
  readonly principal: Who
  readonly request: Request
}

export interface RecordChangeContext<Who, Request, Begun> extends Authorized<Who, Request> {
  readonly unit: UnitOfWork
  readonly begun: Begun
}

/** The parts of an operation on records, in the order in which they run. */
export interface OnRecords<Who, Request, Begun, Given extends Answer> extends CallerCheck<Who> {
  /** Parses and validates the request. */
  readonly request?: (call: Call, who: Who) => Request
  /** Runs before the transaction: refuses early, and does slow work. */
  readonly begin?: (admitted: Authorized<Who, Request>) => Promise<Begun>
  readonly run: (changing: RecordChangeContext<Who, Request, Begun>) => Promise<Given>
  /**
   * Runs no application code in its transaction and writes nothing that such code reads, so it need not be isolated,
   * whatever hooks the collection has.
   */
  readonly runsNoHooks?: true
}

/** An operation that changes records: sessions, keys, preferences, or those of a plugin. */
export function changesRecords<Who, Request = void, Begun = void>(
  operation: OperationWithoutRule<Who> & OnRecords<Who, Request, Begun, Answer>,
): Operation<Call> {
  const { authorize: _admits, request: _request, begin: _begin, runsNoHooks: _runsNoHooks, ...description } = operation
  return ofKind({ parameters: [], ifMatch: false, ...description, run: onRecords(operation) })
}

/** The function of such an operation, for a method that a plugin's description declares (`implementApi`). */
export function onRecords<Who, Given extends Answer, Request = void, Begun = void>(
  operation: OnRecords<Who, Request, Begun, Given>,
): (call: Call) => Promise<Given> {
  return async (call) => {
    const who = await operation.authorize(call)
    // Safe casts: only operations that define `request` or `begin` read them.
    const request = operation.request?.(call, who) as Request
    const begun = (await operation.begin?.({ call, principal: who, request })) as Begun
    const work = async (unit: UnitOfWork) => {
      const answer = await operation.run({ call, principal: who, request, begun, unit })
      const { name, accessAction = name } = call.operation
      if (accessAction !== null) await reportDone(call, unit, { action: accessAction })
      return answer
    }
    if (!operation.runsNoHooks) return inTransaction(call, work)
    return runInTransaction(call.runtime.storage, call.caller.context, work, { isolated: false })
  }
}

/** An operation that returns a value and changes nothing. */
export interface AnswersValue<Who, Request> {
  /** Parses and validates the request. */
  readonly request?: (call: Call, who: Who) => Request
  readonly answers: (admitted: Authorized<Who, Request>) => Promise<JsonObject>
}

export function answersValue<Who, Request = void>(
  operation: OperationWithoutRule<Who> & AnswersValue<Who, Request>,
): Operation<Call> {
  const { authorize, request: read, answers, ...description } = operation
  return ofKind({
    parameters: [],
    ifMatch: false,
    ...description,
    async run(call) {
      const who = await authorize(call)
      // Safe cast: `request` is only typed if the operation defines `request()`.
      const request = read?.(call, who) as Request
      return { kind: 'value', value: await answers({ call, principal: who, request }) }
    },
  })
}

/** An operation that lists records by page. */
export interface ListsRecords<Who, Row extends RecordRow> {
  readonly table: RecordTable<Row>
  /** Match for the visible records. */
  readonly match: (admitted: Authorized<Who, void>) => RecordMatch<Row>
  readonly order: RecordOrder<Row>
  readonly shows: (row: Row, admitted: Authorized<Who, void>) => JsonObject
  /** Schema of a shown record. */
  readonly of: JsonSchema
}

export function listsRecords<Who, Row extends RecordRow>(
  operation: OperationWithoutRule<Who, 'parameters' | 'ifMatch' | 'answer'> & ListsRecords<Who, Row>,
): Operation<Call> {
  const { table, match, order, shows, of, ...description } = operation
  return answersValue({
    parameters: ['page', 'limit'],
    answer: { kind: 'value', status: 200, schema: schemas.pageOf(of) },
    ...description,
    async answers(admitted) {
      const { rows, pagination } = await recordPage(admitted.call, table, match(admitted), order)
      return { docs: rows.map((row) => shows(row, admitted)), pagination: { ...pagination } }
    },
  })
}

export interface Redirect {
  readonly location: string
  readonly cookies?: readonly CookieChange[]
}

export function redirects<Who>(
  operation: OperationWithoutRule<Who> & {
    readonly redirects: (call: Call, who: Who) => Promise<Redirect>
  },
): Operation<Call> {
  const { authorize, redirects: to, ...description } = operation
  return ofKind({
    parameters: [],
    ifMatch: false,
    ...description,
    async run(call) {
      return { kind: 'redirect', ...(await to(call, await authorize(call))) }
    },
  })
}
