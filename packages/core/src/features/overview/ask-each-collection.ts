import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Answer } from '../../contracts/answer.ts'
import type { OperationInput } from '../../contracts/operation.ts'
import type { Call } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { contextForCall } from '../../engine/unit-of-work.ts'

/** Asks an operation of a collection in the caller's name; null where its rules refuse the caller. */
export async function askCollection(
  { runtime, caller }: Call,
  entity: Entity<Call>,
  operation: string,
  query: OperationInput['query'],
  more: Pick<OperationInput, 'withoutTotal'> = {},
): Promise<Answer | null> {
  // What hooks leave in the context of one collection is not for the next.
  const own = { ...caller, context: contextForCall(runtime.storage, caller.context) }
  try {
    return await execute(runtime, entity, operation, { query, params: {}, ...more }, own)
  } catch (error) {
    if (error instanceof QuireError && isRefusal(error, entity)) return null
    throw error
  }
}

/** A global that the caller may not read is not there for it. */
function isRefusal({ code }: QuireError, { kind }: Entity<Call>): boolean {
  return code === 'forbidden' || code === 'unauthenticated' || (kind === 'global' && code === 'not_found')
}

/** Of the members of a query, those that the operation of this collection takes. */
export function takenBy(
  entity: Entity<Call>,
  operation: string,
  query: OperationInput['query'],
): OperationInput['query'] {
  const taken = entity.operations[operation]?.parameters ?? []
  return Object.fromEntries(Object.entries(query).filter(([name]) => taken.includes(name)))
}
