import { createHash } from 'node:crypto'

/** Pseudo-random numbers from a seed, so that runs can be repeated. */
export class Random {
  readonly #seed: number
  #drawn = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  /** From 0 to `end`, exclusive. */
  below(end: number): number {
    this.#drawn += 1
    return createHash('sha256').update(`${this.#seed}/${this.#drawn}`).digest().readUInt32LE() % end
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  /** Undefined only for an empty list. */
  oneOf<Value>(values: readonly [Value, ...Value[]]): Value
  oneOf<Value>(values: readonly Value[]): Value | undefined
  oneOf<Value>(values: readonly Value[]): Value | undefined {
    return values[this.below(Math.max(values.length, 1))]
  }

  /** Between one and `most` items, in order. */
  some<Value>(values: readonly Value[], most: number): Value[] {
    const wanted = Math.min(values.length, 1 + this.below(most))
    const left = [...values.keys()]
    const taken = Array.from({ length: wanted }, () => left.splice(this.below(left.length), 1)[0] ?? 0)
    return taken.toSorted((one, other) => one - other).flatMap((index) => values.slice(index, index + 1))
  }
}
