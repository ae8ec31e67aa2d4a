import type { Claim, Round, Size } from './claim.ts'
import { Random } from './random.ts'
import { Tally } from './tally.ts'
import type { Surroundings } from './world/surroundings.ts'

export interface Plan {
  readonly claims: readonly Claim[]
  readonly surroundings: Surroundings
  readonly seed: number
  readonly size: Size
  /** No further round begins after this many milliseconds. Without it, each claim is tested once on each database. */
  readonly time: number | undefined
  /** Called after each round with the results so far. */
  readonly onRound?: (claim: Claim, dialect: Round['dialect'], all: readonly Tally[]) => void
}

/** Tests claims, and returns the results. */
export async function prove({ claims, surroundings, seed, size, time, onRound }: Plan): Promise<Tally[]> {
  const seeds = new Random(seed)
  const began = performance.now()
  const tallies = new Map(claims.map((claim) => [claim, new Tally(claim.name)]))
  const tallyOf = (claim: Claim) => tallies.get(claim) as Tally
  const once = Math.max(...claims.map(({ dialects }) => dialects.length)) * claims.length
  for (let rounds = 0; time === undefined ? rounds < once : performance.now() - began < time; rounds += 1) {
    // Next is the claim that has used the least of its share of time.
    const claim = claims.toSorted((one, other) => share(one) - share(other))[0]
    if (!claim) break
    const tally = tallyOf(claim)
    const dialect = claim.dialects[tally.rounds % claim.dialects.length] as Round['dialect']
    tally.seed = seeds.below(0x7fff_ffff)
    const started = performance.now()
    try {
      await claim.run({ surroundings, dialect, random: new Random(tally.seed), tally, size })
    } catch (error) {
      tally.fail(`a round on ${dialect} stopped: ${error instanceof Error ? error.stack : String(error)}`)
    }
    tally.rounds += 1
    tally.milliseconds += performance.now() - started
    onRound?.(claim, dialect, [...tallies.values()])
  }
  return [...tallies.values()]

  function share(claim: Claim): number {
    const { rounds, milliseconds } = tallyOf(claim)
    return time === undefined ? rounds : milliseconds / claim.weight
  }
}
