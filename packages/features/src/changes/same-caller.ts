import type { Caller } from '@quirecms/core/feature'

export function isSameCaller(one: Caller, other: Caller): boolean {
  return (
    one.actor?.collection === other.actor?.collection &&
    one.actor?.id === other.actor?.id &&
    one.key?.id === other.key?.id &&
    one.system === other.system &&
    one.heldBack === undefined
  )
}
