import type { CookieChange } from '../../contracts/auth.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { Call } from '../call.ts'
import { type DescribedWithoutRule, ofKind } from './described.ts'

/** Where a browser goes on, and with which cookies. */
export interface Redirect {
  readonly location: string
  readonly cookies?: readonly CookieChange[]
}

/** An operation for browsers alone, which sends them on to another address. */
export function redirects<Who>(
  operation: DescribedWithoutRule<Who, 'parameters' | 'ifMatch' | 'body'> & {
    readonly redirects: (call: Call, who: Who) => Promise<Redirect>
  },
): Operation<Call> {
  const { admits, redirects: to, ...description } = operation
  return ofKind({
    parameters: [],
    ifMatch: false,
    body: { kind: 'none' },
    ...description,
    async run(call) {
      return { kind: 'redirect', ...(await to(call, await admits(call))) }
    },
  })
}
