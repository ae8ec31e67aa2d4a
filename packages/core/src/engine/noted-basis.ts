import type { RuleArguments } from '../contracts/access.ts'
import { AnswerBasis, type NotedGrounds } from './answer-basis.ts'
import { AnswerTags } from './answer-tags.ts'
import { waitingClient, workFor } from './waiting-client.ts'

/** Undefined if the response is not cached. */
export function answerBasis(): AnswerBasis | undefined {
  return waitingClient()?.basis
}

/** Undefined if no cache tags are requested. */
export function answerTags(): AnswerTags | undefined {
  return answerBasis()?.tags
}

/** Undefined if the response is not reused. */
export function answerGrounds(): NotedGrounds | undefined {
  return answerBasis()?.grounds
}

/** For what a rule for reading is asked with. */
export function watched(args: RuleArguments): RuleArguments {
  return answerBasis()?.watch(args) ?? args
}

/** Runs a read and returns its tags; a surrounding response gets them too. */
export async function notingTags<T>(read: () => Promise<T>): Promise<{ readonly made: T; readonly tags: AnswerTags }> {
  const client = waitingClient()
  const outer = client?.basis
  const tags = new AnswerTags()
  const basis = new AnswerBasis(tags, outer?.grounds)
  try {
    const made = await workFor({ name: undefined, gone: undefined, ...client, basis }, read)
    return { made, tags }
  } finally {
    if (outer) {
      outer.isPersonal ||= basis.isPersonal
      outer.isPartial ||= basis.isPartial
      outer.tags?.addAll(tags)
    }
  }
}
