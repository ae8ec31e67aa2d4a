import type { Dialect } from '@quirecms/testkit'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'
import type { Surroundings } from './world/surroundings.ts'

/** How much one round does: as little as possible, or as much as finds something. */
export type Size = 'small' | 'usual'

export interface Round {
  readonly surroundings: Surroundings
  readonly dialect: Dialect
  readonly random: Random
  readonly tally: Tally
  readonly size: Size
}

/** Something that Quire promises, and how it is tried. */
export interface Claim {
  readonly name: string
  /** In a sentence, for the report. */
  readonly promise: string
  /** How much of the time it gets, beside the others. */
  readonly weight: number
  readonly dialects: readonly Dialect[]
  run(round: Round): Promise<void>
}
