import type { RuleArguments } from '../contracts/access.ts'
import type { AnswerBasis, NotedGrounds } from './answer-basis.ts'
import type { AnswerTags } from './answer-tags.ts'
import { waitingClient } from './waiting-client.ts'

/** Undefined where nobody keeps the answer. */
export function answerBasis(): AnswerBasis | undefined {
  return waitingClient()?.basis
}

/** Where what an answer rests on is noted; undefined where nobody asks. */
export function answerTags(): AnswerTags | undefined {
  return answerBasis()?.tags
}

/** Where what must be so again is noted; undefined where the answer is not to be given again. */
export function answerGrounds(): NotedGrounds | undefined {
  return answerBasis()?.grounds
}

/** For what a rule for reading is asked with. */
export function watched(args: RuleArguments): RuleArguments {
  return answerBasis()?.watch(args) ?? args
}
