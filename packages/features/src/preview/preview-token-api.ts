import {
  type Answered,
  described,
  type DescribedOperations,
  type OperationMethods,
  takesObject,
  answersObject,
} from '@quirecms/core/feature'

export const TOKEN_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    populate: {
      type: 'object',
      description:
        'Relationships and joins whose documents are read with your rights, in the form of the parameter `populate`. All others are read as anonymous callers see them.',
    },
  },
} as const

/** Unsaved content of an editor. */
export const RENDER_SCHEMA = {
  type: 'object',
  required: ['data'],
  additionalProperties: false,
  properties: { data: described('update', { type: 'object' }) },
} as const

/** A preview token; it is shown only once. */
export const TOKEN_SCHEMA = {
  type: 'object',
  required: ['token', 'expiresAt'],
  properties: { token: { type: 'string' }, expiresAt: { type: 'string', format: 'date-time' } },
} as const

export const PREVIEW_TOKEN_API = {
  /** Revokes a preview token. Needs only the token. */
  revokePreviewToken: {
    name: 'revokePreviewToken',
    summary: 'Revoke a preview token',
    description: 'Every client that has the token can revoke it.',
    endpoint: { method: 'POST', path: '/preview/token/revoke' },
    local: { method: 'revokePreviewToken', args: ['body'] },
    body: takesObject({ token: { type: 'string' } }),
    answer: answersObject({ revoked: { const: true } }),
  },
} as const satisfies DescribedOperations

export type PreviewTokenApi<Options> = OperationMethods<typeof PREVIEW_TOKEN_API, Options>

export type PreviewTokenAnswer = Answered<typeof TOKEN_SCHEMA>

export interface PreviewTokenRequest<Populate> {
  readonly populate?: Populate
}
