import type { RuleArguments } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import type { LookupPurpose, Source } from '../contracts/source.ts'
import type { AnswerTags } from './answer-tags.ts'
import type { Call } from './call.ts'

/** Records what must still hold before a cached response may be reused. */
export interface NotedGrounds {
  /** Records what a call could see of an entity. */
  saw(call: Call, entity: Entity<Call>, purpose: LookupPurpose, source: Source): void
  /** Records that documents of this collection may affect the response. */
  lookAt(collection: string): void
}

/**
 * What a response to an anonymous caller depends on, and whether the server may reuse it for other callers. Created
 * only if the application allows caching.
 */
export class AnswerBasis {
  /** True if the response depends on the caller or shows what is not public: not publicly cacheable. */
  isPersonal = false
  /** A rule filtered the documents, and may filter differently once one of them changes. */
  isPartial = false
  /** Undefined if no cache tags are requested. */
  readonly tags: AnswerTags | undefined
  /** Undefined if the response is not cacheable. */
  readonly grounds: NotedGrounds | undefined

  constructor(tags?: AnswerTags, grounds?: NotedGrounds) {
    this.tags = tags
    this.grounds = grounds
  }

  /** Wraps a rule's arguments to record what the rule reads. */
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
