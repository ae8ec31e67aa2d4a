import {
  type Answer,
  type Call,
  contextForCall,
  type Entity,
  execute,
  type OperationInput,
  QuireError,
} from '@quirecms/core/feature'

/** Runs an operation of a collection as the caller; null if its rules refuse. */
export async function askCollection(
  { runtime, caller }: Call,
  entity: Entity<Call>,
  operation: string,
  query: OperationInput['query'],
  more: Pick<OperationInput, 'withoutTotal'> = {},
): Promise<Answer | null> {
  // Each collection gets its own context: hooks of one must not affect the next.
  const own = { ...caller, context: contextForCall(runtime.storage, caller.context) }
  try {
    return await execute(runtime, entity, operation, { query, params: {}, ...more }, own)
  } catch (error) {
    if (error instanceof QuireError && isRefusal(error, entity)) return null
    throw error
  }
}

/** A global that the caller may not read is reported as not found. */
function isRefusal({ code }: QuireError, { kind }: Entity<Call>): boolean {
  return code === 'forbidden' || code === 'unauthenticated' || (kind === 'global' && code === 'not_found')
}

export function takenBy(
  entity: Entity<Call>,
  operation: string,
  query: OperationInput['query'],
): OperationInput['query'] {
  const taken = entity.operations[operation]?.parameters ?? []
  return Object.fromEntries(Object.entries(query).filter(([name]) => taken.includes(name)))
}
