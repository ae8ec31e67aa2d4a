import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'

/** What is left for a call that was committed when the time of its answer was over: what takes no longer is still in the answer. */
const GRACE_MS = 500

/**
 * An answer that is refused if it takes too long. What was refused must not be done afterwards, and what is done must not be refused: the
 * two ask each other here. An answer may be made of parts, which know the whole that they belong to.
 */
export class AwaitedAnswer {
  readonly #whole: AwaitedAnswer | undefined
  /** What cannot be taken back, and so keeps it from being refused: commits, what follows from them, parts that are done. */
  #held = 0
  #isRefused = false
  #isLate = false
  readonly #waiting = new Set<() => void>()

  constructor(whole?: AwaitedAnswer) {
    this.#whole = whole
  }

  /**
   * Returns false while a commit is under way, because a commit cannot be taken back: its outcome is the response. Also
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

  /** Keeps it from being refused until the returned function is called. */
  hold(): () => void {
    this.#held += 1
    const release = this.#whole?.hold()
    return () => {
      this.#held -= 1
      release?.()
    }
  }

  /** Calls it when the time is over and the answer could not be refused, until the returned function is called. */
  onLate(goOn: () => void): () => void {
    if (this.#whole) return this.#whole.onLate(goOn)
    this.#waiting.add(goOn)
    return () => this.#waiting.delete(goOn)
  }

  /**
   * Waits for what follows from a commit, such as its hooks or reading it back, but not beyond the time of the answer: what is done is
   * answered as done, with what `otherwise` makes of it.
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

  /** To be called before a commit; what it returns, once its outcome is known. */
  beginCommit(): () => void {
    this.throwIfRefused()
    return this.hold()
  }
}

export function tookTooLong(): QuireError {
  return new QuireError('timeout', 'The request took too long, so this was given up.')
}

const answers = new AsyncLocalStorage<AwaitedAnswer>()

/** Runs what the answer waits for. Transactions find it by the asynchronous call chain, through whatever hooks and routes do. */
export function answerWith<T>(answer: AwaitedAnswer, work: () => T): T {
  return answers.run(answer, work)
}

/** For what must be done whatever becomes of the answer, such as tidying up after it was refused. */
export function withoutAnswer<T>(work: () => T): T {
  return answers.exit(work)
}

/** Undefined where no answer is refused for being late, as for calls in the same process. */
export function awaitedAnswer(): AwaitedAnswer | undefined {
  return answers.getStore()
}

/** Waits for what follows from a commit, for as long as the answer may take (`AwaitedAnswer.untilLate`). */
export function untilLate<T>(work: Promise<T>, otherwise: () => T): Promise<T> {
  return awaitedAnswer()?.untilLate(work, otherwise) ?? work
}
