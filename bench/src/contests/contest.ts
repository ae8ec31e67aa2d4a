import type { ContenderName } from '../contenders/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'

export interface Entrant {
  readonly name: string
  readonly server: ContenderName
  readonly env?: Readonly<Record<string, string>>
  readonly scenario: Scenario
}

/** A comparison within one run. The entrants take turns, and the second is measured against the first. */
export interface Contest {
  readonly name: string
  /** The share of the first one's throughput that the second should reach. */
  readonly aim: number
  readonly entrants: readonly [first: Entrant, other: Entrant]
}

export function againstFloor(scenario: Scenario, aim: number): Contest {
  return {
    name: scenario.name,
    aim,
    entrants: [
      { name: 'lean floor', server: 'floor', scenario },
      { name: 'quire start', server: 'quire', scenario },
    ],
  }
}
