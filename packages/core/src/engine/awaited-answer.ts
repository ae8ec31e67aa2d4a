import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'

/**
 * An answer that is refused if it takes too long. What was refused must not be done afterwards, and what is about to be done must not be
 * refused: the two ask each other here.
 */
export class AwaitedAnswer {
  #commits = 0
  #effects = 0
  #isRefused = false
  #isLate = false
  readonly #waiting = new Set<() => void>()

  /**
   * False while a commit is under way, which nobody can take back: its outcome is the answer. The same while something follows from a
   * commit, which nobody waits for any longer then.
   */
  refuse(): boolean {
    if (this.#commits + this.#effects === 0) this.#isRefused = true
    else {
      this.#isLate = true
      for (const goOn of this.#waiting) goOn()
    }
    return this.#isRefused
  }

  /** Waits for what follows from a commit, such as its hooks, but not beyond the time of the answer: what is done is answered as done. */
  async waitForEffects(effects: Promise<void>): Promise<void> {
    // Nobody may be there any more to hear of it.
    effects.catch(() => undefined)
    if (this.#isLate) return
    this.#effects += 1
    let goOn = () => {}
    const late = new Promise<void>((resolve) => {
      goOn = resolve
    })
    this.#waiting.add(goOn)
    try {
      await Promise.race([effects, late])
    } finally {
      this.#waiting.delete(goOn)
      this.#effects -= 1
    }
  }

  throwIfRefused(): void {
    if (this.#isRefused) throw new QuireError('timeout', 'The request took too long, and has been answered.')
  }

  beginCommit(): void {
    this.throwIfRefused()
    this.#commits += 1
  }

  endCommit(): void {
    this.#commits -= 1
  }
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
