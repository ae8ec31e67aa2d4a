export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to 1, exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** An integer from 0 to `below`, exclusive. */
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

  /** An independent sequence. */
  fork(): Random {
    return new Random(this.below(0x1_0000_0000))
  }
}
