import type { RuleArguments } from '../contracts/access.ts'
import type { AnswerTags } from './answer-tags.ts'

/**
 * What an answer to nobody in particular rests on: whether anybody else may be given it, too. Made only where the application lets such
 * answers be kept.
 */
export class AnswerBasis {
  /** Who asks had a say in it, or it shows what is not public: nobody else may get it. */
  isPersonal = false
  /** A rule has chosen among the documents, and may choose otherwise once one of them changes. */
  isPartial = false
  /** Undefined where nobody asks what it rests on. */
  readonly tags: AnswerTags | undefined

  constructor(tags?: AnswerTags) {
    this.tags = tags
  }

  /** What a rule for reading is asked with, noting what it looks at. */
  watch(args: RuleArguments): RuleArguments {
    return new Proxy(args, {
      get: (target, name) => {
        if (name === 'actor' || name === 'request') this.isPersonal = true
        if (name === 'doc' || name === 'id') this.isPartial = true
        return Reflect.get(target, name, target) as unknown
      },
    })
  }
}
