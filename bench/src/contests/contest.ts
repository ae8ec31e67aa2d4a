import type { ContenderName } from '../contenders/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** One of the two that are compared. */
export interface Entrant {
  /** The name in the table. */
  readonly name: string
  readonly server: ContenderName
  /** Additional environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>
  readonly scenario: Scenario
}

/** A comparison within one run. The two take turns, and the other is measured against the first. */
export interface Contest {
  readonly name: string
  /** The share of the first one's throughput that the other should reach. */
  readonly aim: number
  readonly entrants: readonly [first: Entrant, other: Entrant]
}

/** Quire against the floor: the least work that gives the same answer. */
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
