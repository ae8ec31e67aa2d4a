/** Random numbers that a seed repeats (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number from 0 to `below`, without it. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('there is nothing to pick from')
    return value
  }

  /** Others, which don't depend on how often these are asked. */
  fork(): Random {
    return new Random(this.below(0x1_0000_0000))
  }
}
