import { AwaitedAnswer, answerWith, awaitedAnswer, tookTooLong } from './awaited-answer.ts'
import type { Call } from './call.ts'
import { currentUnit } from './unit-of-work.ts'

/**
 * A response about several parts, each committed by itself. Once one part is committed, the response is no longer
 * refused as a whole: the deadline then refuses single parts, and the runner reports their errors beside the results.
 */
class AnswerInParts extends AwaitedAnswer {
  #release: (() => void) | undefined

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.throwIfRefused()
    const part = new AwaitedAnswer(this)
    const late = Promise.withResolvers<never>()
    const forget = this.onLate(() => {
      if (part.refuse()) late.reject(tookTooLong())
    })
    try {
      const result = await Promise.race([answerWith(part, work), late.promise])
      this.#release ??= this.hold()
      return result
    } finally {
      forget()
    }
  }

  end(): void {
    this.#release?.()
  }
}

/** Runs an operation whose parts are committed one by one. Inside of a transaction they are not: the whole is. */
export async function answerInParts<T>({ runtime, caller }: Call, work: () => Promise<T>): Promise<T> {
  const whole = awaitedAnswer()
  if (!whole || currentUnit(runtime.storage, caller.context)) return work()
  const answer = new AnswerInParts(whole)
  try {
    return await answerWith(answer, work)
  } finally {
    answer.end()
  }
}

/** Runs one part of a response in parts. */
export function asPartOfAnswer<T>(work: () => Promise<T>): Promise<T> {
  const answer = awaitedAnswer()
  return answer instanceof AnswerInParts ? answer.run(work) : work()
}
