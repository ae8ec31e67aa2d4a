/**
 * Placeholder of a value in a statement that is compiled once and run with many values. `fill` replaces the slots in
 * the parameters by the values of one call.
 */
export class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}
