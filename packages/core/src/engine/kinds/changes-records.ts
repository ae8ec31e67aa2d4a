import type { Answer } from '../../contracts/answer.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { tellDone } from '../tell-access.ts'
import { runInTransaction, type UnitOfWork } from '../unit-of-work.ts'
import { type Admission, type DescribedWithoutRule, ofKind } from './described.ts'

export interface Admitted<Who, Request> {
  readonly call: Call
  readonly who: Who
  readonly request: Request
}

export interface ChangingRecords<Who, Request, Begun> extends Admitted<Who, Request> {
  readonly unit: UnitOfWork
  readonly begun: Begun
}

/** The parts of an operation on records, in the order in which they run. */
export interface OnRecords<Who, Request, Begun, Given extends Answer> extends Admission<Who> {
  /** Parses and validates the request. */
  readonly request?: (call: Call, who: Who) => Request
  /** Runs before the transaction: refuses early, and does slow work. */
  readonly begin?: (admitted: Admitted<Who, Request>) => Promise<Begun>
  readonly run: (changing: ChangingRecords<Who, Request, Begun>) => Promise<Given>
  /**
   * Runs no application code in its transaction and writes nothing that such code reads, so it need not be isolated,
   * whatever hooks the collection has.
   */
  readonly runsNoHooks?: true
}

/** An operation that changes records: sessions, keys, preferences, or those of a plugin. */
export function changesRecords<Who, Request = void, Begun = void>(
  operation: DescribedWithoutRule<Who> & OnRecords<Who, Request, Begun, Answer>,
): Operation<Call> {
  const { admits: _admits, request: _request, begin: _begin, runsNoHooks: _runsNoHooks, ...description } = operation
  return ofKind({ parameters: [], ifMatch: false, ...description, run: onRecords(operation) })
}

/** The function of such an operation, for a method that a plugin's description declares (`implementApi`). */
export function onRecords<Who, Given extends Answer, Request = void, Begun = void>(
  operation: OnRecords<Who, Request, Begun, Given>,
): (call: Call) => Promise<Given> {
  return async (call) => {
    const who = await operation.admits(call)
    // Safe casts: only operations that define `request` or `begin` read them.
    const request = operation.request?.(call, who) as Request
    const begun = (await operation.begin?.({ call, who, request })) as Begun
    const work = async (unit: UnitOfWork) => {
      const answer = await operation.run({ call, who, request, begun, unit })
      const { name, tells = name } = call.operation
      if (tells !== null) await tellDone(call, unit, { action: tells })
      return answer
    }
    if (!operation.runsNoHooks) return inTransaction(call, work)
    return runInTransaction(call.runtime.storage, call.caller.context, work, { isolated: false })
  }
}
