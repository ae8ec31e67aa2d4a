/** Cost of some work: CPU time of the service in microseconds, and elapsed time in milliseconds. */
export interface Taken {
  readonly time: number
  readonly wall: number
}

export interface Compared {
  /** CPU time of all rounds, in microseconds. */
  readonly time: number
  /** Ratio of the totals; then medians of the ratios per round. */
  readonly ratio: number
  readonly median: number
  readonly wall: number
}

const WARM_UP = 3

/**
 * Lets services do the same work in turns, in a rotating order, so that other load on the machine affects all alike.
 * The first one is the baseline.
 */
export async function compareInTurns(
  work: readonly (() => Promise<Taken>)[],
  rounds: number,
): Promise<readonly Compared[]> {
  const taken: Taken[][] = work.map(() => [])
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const begins = (round + WARM_UP) % work.length
    const order = [...work.keys()].map((index) => (index + begins) % work.length)
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const one = await work[index]?.()
      if (one && round >= 0) taken[index]?.push(one)
    }
  }
  const [first = []] = taken
  return taken.map((own) => {
    const ratios = (part: keyof Taken) => own.map((one, round) => one[part] / (first[round]?.[part] ?? Number.NaN))
    return {
      time: sumOf(own),
      ratio: sumOf(own) / sumOf(first),
      median: median(ratios('time')),
      wall: median(ratios('wall')),
    }
  })
}

function sumOf(taken: readonly Taken[]): number {
  return taken.reduce((sum, { time }) => sum + time, 0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1
}
