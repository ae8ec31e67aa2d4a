/** Changes that come together are looked at together. */
const SOON = 300
/** However much happens, each part of the app reads again no more often than this. */
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
