import { AsyncLocalStorage } from 'node:async_hooks'
import { QuireError } from '../contracts/errors.ts'

/**
 * An answer that is refused if it takes too long. What was refused must not be done afterwards, and what is about to be done must not be
 * refused: the two ask each other here.
 */
export class AwaitedAnswer {
  #commits = 0
  #isRefused = false

  /** False while a commit is under way, which nobody can take back: its outcome is the answer. */
  refuse(): boolean {
    if (this.#commits === 0) this.#isRefused = true
    return this.#isRefused
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
