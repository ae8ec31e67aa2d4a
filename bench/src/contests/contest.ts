import type { ContenderName } from '../contenders/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** One of those that are compared. */
export interface Entrant {
  /** As the table names it. */
  readonly name: string
  readonly server: ContenderName
  /** What the server's environment holds besides. */
  readonly env?: Readonly<Record<string, string>>
  readonly scenario: Scenario
}

/** A comparison within one run: the others are measured against the first one, in turns. */
export interface Contest {
  readonly name: string
  /** The share of the first one's throughput that the other aims for. */
  readonly aim: number
  readonly entrants: readonly [first: Entrant, other: Entrant]
}

/** Quire against the least that could be done for the same answer. */
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
