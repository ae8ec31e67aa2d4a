import { answerParent } from '../processes/answer-parent.ts'
import { Attack } from './attack.ts'
import { hostileQuery } from './queries.ts'

/** What it is asked: to begin with a query, by its name, or to stop. */
export type AttackOrder = { readonly port: number; readonly query: string } | 'stop'

let attack: Attack | undefined

// Apart from those who are measured: whoever is busy with long answers reads short ones late.
answerParent(async (order) => {
  const given = order as { readonly order: AttackOrder }
  if (given.order === 'stop') return attack?.stop()
  attack = new Attack(given.order.port, hostileQuery(given.order.query))
  return undefined
})
