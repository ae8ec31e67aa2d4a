import type { Entity } from '../contracts/entity.ts'
import type { Caller, Operation, OperationInput } from '../contracts/operation.ts'
import type { Call, Runtime } from '../engine/call.ts'
import { AnswerGrounds } from '../engine/read/answer-grounds.ts'
import { list } from './list.ts'
import { read } from './read.ts'

/** The known implementations; a feature that replaces one disables caching. */
const KNOWN: ReadonlySet<unknown> = new Set([read, list].map(codeOf))

/** Begins to record what a response depends on; undefined if it is not cacheable. */
export function groundsOf(
  runtime: Runtime,
  entity: Entity<Call>,
  name: string,
  input: OperationInput,
  caller: Caller,
): AnswerGrounds | undefined {
  const operation = entity.operations[name]
  const { stateOf } = runtime.storage
  if (!operation || !stateOf || !KNOWN.has(codeOf(operation)) || operation.implies || operation.steps) return undefined
  if (caller.actor || caller.system || caller.credential || input.refusedQuery) return undefined
  try {
    return new AnswerGrounds(runtime, entity, operation, input, caller, stateOf)
  } catch {
    // The call itself reports the error.
    return undefined
  }
}

/** The implementation of an operation, for comparison. */
function codeOf(operation: Operation<Call>): unknown {
  return Reflect.get(operation, 'run')
}
