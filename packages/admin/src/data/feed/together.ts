/** Changes within this time are handled together. */
const SOON = 300
/** Shortest interval between two refreshes of one part of the app. */
const BETWEEN = 2000

/** Throttle that batches calls into one run. */
export class Together {
  readonly #run: () => void
  #last = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  ask(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#last = Date.now()
        this.#run()
      },
      Math.max(SOON, this.#last + BETWEEN - Date.now()),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
