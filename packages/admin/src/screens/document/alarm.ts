import type { Clock } from './editing-parts.ts'

/** One moment to come. */
export class Alarm {
  readonly #clock: Clock
  readonly #ring: () => void
  #stop: (() => void) | undefined

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  get isSet(): boolean {
    return this.#stop !== undefined
  }

  /** In so many milliseconds, and not when it was said before; undefined for never. */
  set(due: number | undefined): void {
    this.#stop?.()
    this.#stop =
      due === undefined
        ? undefined
        : this.#clock.after(due, () => {
            this.#stop = undefined
            this.#ring()
          })
  }
}
