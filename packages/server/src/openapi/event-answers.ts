import type { JsonSchema } from '@quirecms/core'
import { answerHeaders } from './answer-headers.ts'

/**
 * A stream of server-sent events. OpenAPI 3.1 cannot describe the content of such a stream, so the description does.
 */
export function eventsAnswer(event: string, data: JsonSchema): JsonSchema {
  return {
    description: `Server-sent events. The \`data\` of each \`${event}\` is JSON, as \`x-event-data\` describes it.`,
    headers: answerHeaders(),
    content: { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': data } },
  }
}
