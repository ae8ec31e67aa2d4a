import type { Entity, Operation } from '@quirecms/core'
import type { HeaderComponent } from './answer-headers.ts'

/**
 * Returns the tag of an operation's response, as `routing/send-answer.ts` and `send-stream.ts` send it; undefined if it
 * has none.
 */
export function answerTag(
  { cache }: Pick<Entity, 'cache'>,
  { answer, endpoint, cacheable }: Pick<Operation<never>, 'answer' | 'endpoint' | 'cacheable'>,
): HeaderComponent | undefined {
  switch (answer.kind) {
    case 'doc':
      return 'ETag'
    case 'stream':
      return 'FileTag'
    case 'value':
      return endpoint.method === 'GET' ? 'ContentTag' : undefined
    // Lists have a tag only if they are cacheable (docs/contract/requests.md#tags).
    case 'list':
      return cacheable && cache !== null ? 'ContentTag' : undefined
    case 'events':
    case 'results':
    case 'redirect':
      return undefined
  }
}
