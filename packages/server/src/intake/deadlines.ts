/** Something that must be over by a certain time. */
interface Entry {
  readonly onLate: () => void
  readonly dueAt: number
  previous: Entry
  next: Entry
}

/** Takes its entry off the list; called when the answer is out. */
export type Done = () => void

/**
 * Time-outs without a timer a request: all entries of one duration fall due in the order in which they came, so one
 * timer for all of them looks at the head of the list from time to time.
 */
export class Deadlines {
  readonly #duration: number
  readonly #head: Entry
  #timer: NodeJS.Timeout | undefined

  constructor(duration: number) {
    this.#duration = duration
    const head = { onLate: () => {}, dueAt: 0 } as unknown as Entry
    head.previous = head
    head.next = head
    this.#head = head
  }

  start(onLate: () => void): Done {
    const head = this.#head
    const last = head.previous
    const entry: Entry = { onLate, dueAt: performance.now() + this.#duration, previous: last, next: head }
    last.next = entry
    head.previous = entry
    this.#timer ??= this.#wait(this.#duration)
    return () => {
      entry.previous.next = entry.next
      entry.next.previous = entry.previous
      entry.next = entry
      entry.previous = entry
    }
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
    const head = this.#head
    let first = head.next
    while (first !== head && first.dueAt <= now) {
      const late = first
      head.next = late.next
      late.next.previous = head
      late.next = late
      late.previous = late
      late.onLate()
      first = head.next
    }
    // Not more often than a tenth of the duration: under load there is always an entry that is about to fall due.
    if (first !== head) this.#timer ??= this.#wait(Math.max(first.dueAt - now, this.#duration / 10))
  }
}
