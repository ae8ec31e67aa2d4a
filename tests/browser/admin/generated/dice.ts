/** A seeded random number generator. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0
  }

  /** From 0 up to 1, exclusive (mulberry32). */
  throw(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** True with this probability. */
  happens(often: number): boolean {
    return this.throw() < often
  }

  count(from: number, to: number): number {
    return from + Math.floor(this.throw() * (to - from + 1))
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.throw() * items.length)] as Item
  }

  /** These members with this probability, otherwise none; to be spread. */
  maybe<const Members extends object>(often: number, members: Members): Partial<Members> {
    return this.happens(often) ? members : {}
  }
}
