import type { JsonSchema } from '@quirecms/core'
import { answerHeaders, CONDITIONAL } from './answer-headers.ts'
import { schemaReference } from './component-names.ts'
import { bodilessFailures, type ErrorStatus } from './error-components.ts'

const BYTES: JsonSchema = { '*/*': { schema: { description: 'The bytes of the file.' } } }

const HEADERS_OF_FILES = {
  ...answerHeaders('FileTag'),
  'Content-Length': { required: true, schema: { type: 'integer', minimum: 0 } },
  'Content-Disposition': {
    description:
      'The name of the file; `attachment` for types that browsers must not show, such as HTML, SVG and scripts.',
    required: true,
    schema: { type: 'string' },
  },
  'Last-Modified': {
    description: 'When the file was stored, as an HTTP date.',
    required: true,
    schema: { type: 'string' },
  },
  'Accept-Ranges': { required: true, schema: { const: 'bytes' } },
}

export const FILE_ANSWER: JsonSchema = { description: 'The file.', headers: HEADERS_OF_FILES, content: BYTES }

export const RANGE = {
  parameter: {
    name: 'Range',
    in: 'header',
    description: 'Asks for a part of the file: `bytes=0-1023`.',
    schema: { type: 'string' },
  },
  responses: {
    206: {
      description: 'The part of the file that `Range` asks for.',
      headers: { ...HEADERS_OF_FILES, 'Content-Range': { required: true, schema: { type: 'string' } } },
      content: BYTES,
    },
    416: {
      description: 'The file has none of the bytes that `Range` asks for.',
      headers: { ...answerHeaders(), 'Content-Range': { required: true, schema: { type: 'string' } } },
      content: { 'application/json': { schema: { $ref: schemaReference('ErrorEnvelope') } } },
    },
  },
} as const

/** Returns the HEAD variant: the same statuses and headers, and no body, not even of errors. */
export function headOf(read: JsonSchema, operationId: string, failures: readonly ErrorStatus[]): JsonSchema {
  return {
    ...read,
    operationId,
    summary: 'Read the headers of a file',
    description: 'The headers of the GET response, such as size and type of the file, without the body.',
    responses: {
      200: withoutBody(FILE_ANSWER),
      206: withoutBody(RANGE.responses[206]),
      ...CONDITIONAL.responses,
      416: withoutBody(RANGE.responses[416]),
      ...bodilessFailures(failures),
    },
  }
}

function withoutBody({ content: _, ...response }: JsonSchema): JsonSchema {
  return response
}
