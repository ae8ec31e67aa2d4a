import type { Caller } from '../../contracts/operation.ts'

/** Whether two callers are the same user with the same credential: what either may do may have changed. */
export function isSameCaller(one: Caller, other: Caller): boolean {
  return (
    one.actor?.collection === other.actor?.collection &&
    one.actor?.id === other.actor?.id &&
    one.key?.id === other.key?.id &&
    one.system === other.system &&
    // Whoever must set up a second factor first may do nothing else until then.
    one.mustSetUpFactor !== true
  )
}
