import type { RuleName } from '../../contracts/access.ts'
import { ask, refuse } from '../../engine/access.ts'
import type { Call } from '../../engine/call.ts'

/** A plain no to all of these is one to the whole; where it depends on the document, each of them shows. */
export async function refuseIfNone(call: Call, ...rules: readonly RuleName[]): Promise<void> {
  for (const rule of rules) {
    try {
      if ((await ask(call, rule, { data: {} })).kind !== 'never') return
    } catch {
      return
    }
  }
  throw refuse(call, rules[0])
}
