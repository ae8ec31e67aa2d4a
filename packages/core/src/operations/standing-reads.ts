import type { Entity } from '../contracts/entity.ts'
import type { Caller, Operation, OperationInput } from '../contracts/operation.ts'
import type { Call, Runtime } from '../engine/call.ts'
import { AnswerGrounds } from '../engine/read/answer-grounds.ts'
import { list } from './list.ts'
import { read } from './read.ts'

/** What these do is known to the last step; a feature that puts something else in their place is not among them. */
const KNOWN: ReadonlySet<unknown> = new Set([read, list].map(codeOf))

/** Begins to note what the answer to a call stands on; undefined where the same answer is never given twice. */
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
    // The call itself will say what is wrong.
    return undefined
  }
}

/** What it runs, to be compared and not to be called. */
function codeOf(operation: Operation<Call>): unknown {
  return Reflect.get(operation, 'run')
}
