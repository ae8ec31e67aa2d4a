/**
 * Stands for a value in a statement that is compiled once and run with many values: the compiled parameters hold the slots, and
 * `fill` puts the values of one call in their places.
 */
export class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}
