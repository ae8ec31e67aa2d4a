import { answerParent } from '../processes/answer-parent.ts'
import { Attack } from './attack.ts'
import { hostileQuery } from './queries.ts'

/** Message: start a query by its name, or stop. */
export type AttackOrder = { readonly port: number; readonly query: string } | 'stop'

let attack: Attack | undefined

// Separate from the measured readers: a process that handles long responses would read short ones late.
answerParent(async (order) => {
  const given = order as { readonly order: AttackOrder }
  if (given.order === 'stop') return attack?.stop()
  attack = new Attack(given.order.port, hostileQuery(given.order.query))
  return undefined
})
