import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'

/** Extra time after the deadline for work that follows a commit. */
const GRACE_MS = 500

/**
 * An answer that a client awaits until a deadline. Refused work must not take effect afterwards, and committed work
 * must not be refused, so the deadline and commits coordinate here. An answer may consist of parts.
 */
export class AwaitedAnswer {
  readonly #whole: AwaitedAnswer | undefined
  /** Number of holds that prevent a refusal: commits, work that follows them, completed parts. */
  #held = 0
  #isRefused = false
  #isLate = false
  readonly #waiting = new Set<() => void>()

  constructor(whole?: AwaitedAnswer) {
    this.#whole = whole
  }

  /**
   * Returns false while a commit is under way, because a commit cannot be taken back: its outcome is the answer. Also
   * returns false while work that follows a commit runs; the client then stops waiting for that work.
   */
  refuse(): boolean {
    if (this.#held === 0) this.#isRefused = true
    else {
      this.#isLate = true
      for (const goOn of this.#waiting) goOn()
    }
    return this.#isRefused
  }

  /** Prevents a refusal until the returned function is called. */
  hold(): () => void {
    this.#held += 1
    const release = this.#whole?.hold()
    return () => {
      this.#held -= 1
      release?.()
    }
  }

  /** Calls back if the deadline passes while the answer can't be refused. Returns the function that unsubscribes. */
  onLate(goOn: () => void): () => void {
    if (this.#whole) return this.#whole.onLate(goOn)
    this.#waiting.add(goOn)
    return () => this.#waiting.delete(goOn)
  }

  /**
   * Waits for work that follows a commit, such as hooks, until the deadline. After that, the answer reports success
   * with the result of `otherwise`.
   */
  async untilLate<T>(work: Promise<T>, otherwise: () => T): Promise<T> {
    // The client may be gone: avoid an unhandled rejection.
    work.catch(() => undefined)
    const late = Promise.withResolvers<void>()
    const timer = this.#isOverdue ? setTimeout(late.resolve, GRACE_MS) : undefined
    const release = this.hold()
    const forget = this.onLate(late.resolve)
    try {
      return await Promise.race([work, late.promise.then(otherwise)])
    } finally {
      clearTimeout(timer)
      forget()
      release()
    }
  }

  get #isOverdue(): boolean {
    return this.#whole ? this.#whole.#isOverdue : this.#isLate
  }

  throwIfRefused(): void {
    if (this.#isRefused) throw tookTooLong()
    this.#whole?.throwIfRefused()
  }

  /** Called before a commit. Returns a function to call when the outcome is known. */
  beginCommit(): () => void {
    this.throwIfRefused()
    return this.hold()
  }
}

export function tookTooLong(): QuireError {
  return new QuireError('timeout', 'The request took too long and was aborted.')
}

const answers = new AsyncLocalStorage<AwaitedAnswer>()

/** Runs work for an awaited answer. Transactions find the answer through the asynchronous call chain. */
export function withAwaitedAnswer<T>(answer: AwaitedAnswer, work: () => T): T {
  return answers.run(answer, work)
}

/** The opposite of `withAwaitedAnswer`: runs work that no deadline concerns, such as cleaning up after a refusal. */
export function withoutAnswer<T>(work: () => T): T {
  return answers.exit(work)
}

/** The answer that the current work is for; undefined without a deadline, as for local calls. */
export function awaitedAnswer(): AwaitedAnswer | undefined {
  return answers.getStore()
}

/** Waits for work that follows a commit, until the deadline of the awaited answer (`AwaitedAnswer.untilLate`). */
export function untilLate<T>(work: Promise<T>, otherwise: () => T): Promise<T> {
  return awaitedAnswer()?.untilLate(work, otherwise) ?? work
}
