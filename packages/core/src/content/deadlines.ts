/** Something that must be over by a certain time: a place in the list of `Deadlines`. */
export interface Deadline {
  readonly dueAt: number
  readonly onLate: () => void
  previous: Deadline | undefined
  next: Deadline | undefined
}

/**
 * Time-outs without a timer for each: all deadlines of one duration fall due in the order in which they came, so one timer for all of
 * them looks at the head of the list from time to time, and up to a tenth of the duration late.
 */
export class Deadlines {
  readonly #duration: number
  readonly #holdsProcess: boolean
  #first: Deadline | undefined
  #last: Deadline | undefined
  #timer: NodeJS.Timeout | undefined

  /** With `holdsProcess`, the process does not end by itself while something may yet be late. */
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

  /** It is over in time. Not to be called again for the same one, nor after `onLate`. */
  remove(deadline: Deadline): void {
    const { previous, next } = deadline
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    // One that is over must not lead to those that came after it: once it has grown old, each of them would be kept until V8 looks through
    // all that is old, and all that their requests hold with them.
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
    // Not more often than a tenth of the duration: under load there is always one that is about to fall due.
    this.#timer ??= this.#wait(Math.max(this.#first.dueAt - now, this.#duration / 10))
    if (this.#holdsProcess) this.#timer.ref()
  }
}
