import type { ChangeRow } from './change-table.ts'
import type { Tail } from './tail.ts'

/** Limit of the inbox. A stream that is further behind reads the feed itself. */
const MOST_WAITING = 1_000

/** New rows, empty after a timeout; or `overflow`. */
export type Woken = readonly ChangeRow[] | 'overflow'

export class Inbox {
  readonly #unfollow: () => void
  readonly #endings: readonly AbortSignal[]
  #rows: ChangeRow[] = []
  #isOverflowing = false
  #wake: (() => void) | undefined

  constructor(tail: Tail, endings: readonly AbortSignal[]) {
    this.#endings = endings
    for (const ending of endings) ending.addEventListener('abort', this.#stir)
    this.#unfollow = tail.follow((rows) => {
      if (rows === null || this.#rows.length + rows.length > MOST_WAITING) {
        this.#isOverflowing = true
        this.#rows = []
      } else if (!this.#isOverflowing) this.#rows.push(...rows)
      this.#stir()
    })
  }

  clear(): void {
    this.#isOverflowing = false
    this.#rows = []
  }

  /**
   * Resolves with the buffered rows once there are some, at the time `until` (`performance.now()`), or when a signal
   * aborts.
   */
  async take(until: number): Promise<Woken> {
    if (this.#rows.length === 0 && !this.#isOverflowing && !this.#endings.some(({ aborted }) => aborted)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = Number.isFinite(until) ? setTimeout(resolve, Math.max(0, until - performance.now())) : undefined
      this.#wake = resolve
      await promise
      clearTimeout(timer)
      this.#wake = undefined
    }
    if (this.#isOverflowing) return 'overflow'
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  close(): void {
    this.#unfollow()
    for (const ending of this.#endings) ending.removeEventListener('abort', this.#stir)
    this.#wake?.()
  }

  readonly #stir = (): void => this.#wake?.()
}
