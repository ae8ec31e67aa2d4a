export interface Deadline {
  readonly dueAt: number
  readonly onLate: () => void
  previous: Deadline | undefined
  next: Deadline | undefined
}

/**
 * Time-outs of one duration that share a timer. They expire in the order in which they start, so the timer only looks
 * at the head of the list. A time-out fires up to a tenth of the duration late.
 */
export class Deadlines {
  readonly #duration: number
  readonly #holdsProcess: boolean
  #first: Deadline | undefined
  #last: Deadline | undefined
  #timer: NodeJS.Timeout | undefined

  /** `holdsProcess`: pending deadlines keep the process alive. */
  constructor(duration: number, { holdsProcess = false } = {}) {
    this.#duration = duration
    this.#holdsProcess = holdsProcess
  }

  start(now: number, onLate: () => void): Deadline {
    const deadline: Deadline = { dueAt: now + this.#duration, onLate, previous: this.#last, next: undefined }
    if (this.#last === undefined) this.#first = deadline
    else this.#last.next = deadline
    this.#last = deadline
    this.#timer ??= this.#wait(this.#duration)
    if (this.#holdsProcess && deadline === this.#first) this.#timer.ref()
    return deadline
  }

  /** Cancels a deadline. Call it at most once, and not after `onLate`. */
  remove(deadline: Deadline): void {
    const { previous, next } = deadline
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    // Unlink it: otherwise a removed deadline in the old generation would retain all later ones, and the requests that
    // they hold, until the next major garbage collection.
    deadline.previous = undefined
    deadline.next = undefined
    if (this.#holdsProcess && this.#first === undefined) this.#timer?.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wait(delay: number): NodeJS.Timeout {
    return setTimeout(() => this.#sweep(), delay).unref()
  }

  #sweep(): void {
    this.#timer = undefined
    const now = performance.now()
    for (let first = this.#first; first !== undefined && first.dueAt <= now; first = this.#first) {
      this.remove(first)
      first.onLate()
    }
    if (this.#first === undefined) return
    // At least a tenth of the duration apart: under load, some deadline is always about to expire.
    this.#timer ??= this.#wait(Math.max(this.#first.dueAt - now, this.#duration / 10))
    if (this.#holdsProcess) this.#timer.ref()
  }
}
