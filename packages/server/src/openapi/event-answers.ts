import type { JsonSchema } from '@quirecms/core'
import { answerHeaders } from './answer-headers.ts'

/** A stream of server-sent events. OpenAPI 3.1 can't say of what such a stream consists, so words do. */
export function eventsAnswer(event: string, data: JsonSchema): JsonSchema {
  return {
    description: `Server-sent events. The \`data\` of each \`${event}\` is JSON, as \`x-event-data\` describes it.`,
    headers: answerHeaders(),
    content: { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': data } },
  }
}
