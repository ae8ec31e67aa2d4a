import type { Operation } from '../contracts/operation.ts'
import type { Call } from '../engine/call.ts'

/** An operation on documents for a global, whose path names it. */
export function ofGlobal(operation: Operation<Call>): Operation<Call> {
  const { endpoint, local } = operation
  return {
    ...operation,
    endpoint: { ...endpoint, path: endpoint.path.replace('/{id}', '') },
    local: { ...local, args: local.args.filter((name) => name !== 'id') },
  }
}
