import type { Dialect } from '@quirecms/testkit'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'
import type { Surroundings } from './world/surroundings.ts'

/** Size of one round: minimal, or large enough to find problems. */
export type Size = 'small' | 'usual'

export interface Round {
  readonly surroundings: Surroundings
  readonly dialect: Dialect
  readonly random: Random
  readonly tally: Tally
  readonly size: Size
}

/** A claim of Quire, and its test. */
export interface Claim {
  readonly name: string
  readonly promise: string
  readonly weight: number
  readonly dialects: readonly Dialect[]
  run(round: Round): Promise<void>
}
