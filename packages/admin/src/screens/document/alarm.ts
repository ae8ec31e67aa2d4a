import type { Clock } from './editing-parts.ts'

/** A single resettable timer. */
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

  /** Starts the timer unless the same delay is already running; undefined stops it. */
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
