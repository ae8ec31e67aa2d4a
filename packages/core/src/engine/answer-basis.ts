import type { RuleArguments } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import type { LookupPurpose, Source } from '../contracts/source.ts'
import type { AnswerTags } from './answer-tags.ts'
import type { Call } from './call.ts'

/** Notes what must be so again before an answer may be given a second time. */
export interface NotedGrounds {
  /** What a call could see of an entity. */
  saw(call: Call, entity: Entity<Call>, purpose: LookupPurpose, source: Source): void
  /** Documents of this collection may have had a say in it. */
  lookAt(collection: string): void
}

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
  /** Undefined where it is not to be given again. */
  readonly grounds: NotedGrounds | undefined

  constructor(tags?: AnswerTags, grounds?: NotedGrounds) {
    this.tags = tags
    this.grounds = grounds
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
