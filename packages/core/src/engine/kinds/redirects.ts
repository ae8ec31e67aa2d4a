import type { CookieChange } from '../../contracts/auth.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'
import { type OperationWithoutRule, ofKind } from './described.ts'

/** Target and cookies of a redirect. */
export interface Redirect {
  readonly location: string
  readonly cookies?: readonly CookieChange[]
}

/** An operation for browsers that redirects them. */
export function redirects<Who>(
  operation: OperationWithoutRule<Who, 'parameters' | 'ifMatch' | 'body'> & {
    readonly redirects: (call: Call, who: Who) => Promise<Redirect>
  },
): Operation<Call> {
  const { authorize, redirects: to, ...description } = operation
  return ofKind({
    parameters: [],
    ifMatch: false,
    body: { kind: 'none' },
    ...description,
    async run(call) {
      return { kind: 'redirect', ...(await to(call, await authorize(call))) }
    },
  })
}
