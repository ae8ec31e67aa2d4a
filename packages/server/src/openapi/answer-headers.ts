import type { JsonSchema } from '@quire/core'

/** The headers of answers as components. Two kinds of tag share one header, so one of them has another name here. */
export const HEADERS = {
  'X-Request-ID': {
    description: 'Names this request in the log. One that the client sends is taken over.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'Cache-Control': {
    description:
      '`private, no-store`; `public, max-age=…` for reads without a credential, where the application lets them be kept.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'The revision of the document, quoted; behind it a hash, where the answer rests on more than the document. Goes back as `If-Match` or `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[1-9][0-9]*(?:-[A-Za-z0-9_-]+)?"$' },
  },
  ContentTag: {
    description: 'A hash of the answer. Goes back as `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
  },
  Location: {
    description: 'The path of the new document.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'WWW-Authenticate': {
    description: 'The schemes of `Authorization` that are taken.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds.', required: true, schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'On 405: the methods that the path takes.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, JsonSchema>>

export type HeaderComponent = keyof typeof HEADERS

/** What all answers have, and these. */
export function answerHeaders(...further: readonly HeaderComponent[]): Record<string, JsonSchema> {
  const names: readonly HeaderComponent[] = ['X-Request-ID', 'Cache-Control', ...further]
  return Object.fromEntries(
    names.map((name) => [name === 'ContentTag' ? 'ETag' : name, { $ref: `#/components/headers/${name}` }]),
  )
}

/** The answer to whoever has the present one already. */
export const NOT_MODIFIED: JsonSchema = {
  description: 'The client has this answer already: `If-None-Match` names its tag.',
  headers: answerHeaders(),
}

/** What a read with a tag takes and answers besides. */
export const CONDITIONAL = {
  parameter: { $ref: '#/components/parameters/If-None-Match' },
  responses: { 304: { $ref: '#/components/responses/NotModified' } },
} as const
