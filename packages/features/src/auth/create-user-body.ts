import { described } from '@quirecms/core/feature'

export const CREATE_USER_SCHEMA = {
  type: 'object',
  required: ['data', 'password'],
  additionalProperties: false,
  properties: { data: described('create', { type: 'object' }), password: described('password', { type: 'string' }) },
} as const

export const CREATE_SERVICE_SCHEMA = {
  type: 'object',
  required: ['data', 'kind'],
  additionalProperties: false,
  properties: { data: described('create', { type: 'object' }), kind: { const: 'service' } },
} as const

export const CREATE_ACCOUNT_SCHEMA = {
  type: 'object',
  required: ['data'],
  additionalProperties: false,
  properties: {
    ...CREATE_USER_SCHEMA.properties,
    kind: {
      type: 'string',
      enum: ['person', 'service'],
      default: 'person',
      description: 'A `service` account has no password and no email address. It acts only through API keys.',
    },
  },
} as const

export const WITHOUT_PASSWORD_SCHEMA = {
  type: 'object',
  required: ['data'],
  additionalProperties: false,
  properties: { data: CREATE_USER_SCHEMA.properties.data },
} as const
