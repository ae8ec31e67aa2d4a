import type { JsonSchema } from '@quirecms/core'

/** Response headers as components. Three kinds of tag share one header, so two of them have another name here. */
const HEADERS = {
  'X-Request-ID': {
    description: 'Identifies this request in the log. A value that you send is used.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'Cache-Control': {
    description:
      "`private, no-store`, or `public, max-age=…` for reads without a credential, if the collection has `cache` and the response doesn't depend on the caller.",
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'The revision of the document, in quotes, followed by a hash if the answer depends on more than the document. Send it back as `If-Match` or `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[1-9][0-9]*(?:-[A-Za-z0-9_-]+)?"$' },
  },
  ContentTag: {
    description: 'A hash of the answer. Send it back as `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
  },
  FileTag: {
    description: 'The name of these bytes, which never change. Send it back as `If-None-Match` or `If-Range`.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9._-]+"$' },
  },
  Location: {
    description: 'The path of the new document.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'WWW-Authenticate': {
    description: 'The schemes of `Authorization` that are accepted.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'With 405: the methods that the path accepts.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, JsonSchema>>

export type HeaderComponent = keyof typeof HEADERS

export function answerHeaders(...further: readonly HeaderComponent[]): Record<string, JsonSchema> {
  const names: readonly HeaderComponent[] = ['X-Request-ID', 'Cache-Control', ...further]
  return Object.fromEntries(
    names.map((name) => [name.endsWith('Tag') ? 'ETag' : name, { $ref: `#/components/headers/${name}` }]),
  )
}

export const NOT_MODIFIED: JsonSchema = {
  description: 'You already have this answer: `If-None-Match` contains its tag.',
  headers: {
    ...answerHeaders(),
    ETag: { description: 'The tag of your copy.', required: true, schema: { type: 'string' } },
  },
}

/** Request header and response of reads that have a tag. */
export const CONDITIONAL = {
  parameter: { $ref: '#/components/parameters/If-None-Match' },
  responses: { 304: { $ref: '#/components/responses/NotModified' } },
} as const

export function headerComponents(...users: readonly JsonSchema[]): Record<string, JsonSchema> {
  const text = JSON.stringify(users)
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)))
}
