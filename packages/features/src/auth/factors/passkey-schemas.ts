/**
 * WebAuthn options and responses in the JSON of the standard. Everything that the server reads is bounded; it ignores
 * the rest.
 */
const bytes = <const Most extends number>(maxLength: Most) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' }) as const

/** A keyword of the standard; new ones may appear. */
const NAMED = { type: 'string', minLength: 1, maxLength: 32, pattern: '^[a-z-]+$' } as const

/** Any shape: without named properties, the type accepts those of all browsers and libraries. */
const EXTENSIONS = { type: 'object', properties: {} } as const

const CREDENTIAL_ID = bytes(1400)

const VERIFICATION = { type: 'string', enum: ['required', 'preferred', 'discouraged'] } as const

/** Credential descriptors. `transports` is left open, since the standard may gain more. */
const CREDENTIALS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { const: 'public-key' }, id: { type: 'string' } },
  },
} as const

export const REQUEST_OPTIONS = {
  type: 'object',
  description: 'Argument of `navigator.credentials.get` as JSON, as WebAuthn defines it.',
  required: ['challenge', 'rpId', 'timeout', 'userVerification', 'allowCredentials'],
  properties: {
    challenge: { type: 'string' },
    rpId: { type: 'string' },
    timeout: { type: 'integer' },
    userVerification: VERIFICATION,
    allowCredentials: CREDENTIALS,
  },
} as const

export const CREATION_OPTIONS = {
  type: 'object',
  description: 'Argument of `navigator.credentials.create` as JSON, as WebAuthn defines it.',
  required: [
    'challenge',
    'rp',
    'user',
    'pubKeyCredParams',
    'timeout',
    'attestation',
    'excludeCredentials',
    'authenticatorSelection',
  ],
  properties: {
    challenge: { type: 'string' },
    rp: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
    user: {
      type: 'object',
      required: ['id', 'name', 'displayName'],
      properties: { id: { type: 'string' }, name: { type: 'string' }, displayName: { type: 'string' } },
    },
    pubKeyCredParams: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'alg'],
        properties: { type: { const: 'public-key' }, alg: { type: 'integer' } },
      },
    },
    timeout: { type: 'integer' },
    attestation: { const: 'none' },
    excludeCredentials: CREDENTIALS,
    authenticatorSelection: {
      type: 'object',
      required: ['residentKey', 'requireResidentKey', 'userVerification'],
      properties: {
        residentKey: VERIFICATION,
        requireResidentKey: { type: 'boolean' },
        userVerification: VERIFICATION,
      },
    },
  },
} as const

export const ASSERTION = {
  type: 'object',
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    id: CREDENTIAL_ID,
    rawId: CREDENTIAL_ID,
    type: { const: 'public-key' },
    response: {
      type: 'object',
      required: ['clientDataJSON', 'authenticatorData', 'signature'],
      properties: {
        clientDataJSON: bytes(8192),
        authenticatorData: bytes(8192),
        signature: bytes(4096),
        userHandle: { type: 'string', maxLength: 128, pattern: '^[A-Za-z0-9_-]*$' },
      },
    },
    clientExtensionResults: EXTENSIONS,
    authenticatorAttachment: NAMED,
  },
} as const

export const ATTESTATION = {
  type: 'object',
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    id: CREDENTIAL_ID,
    rawId: CREDENTIAL_ID,
    type: { const: 'public-key' },
    response: {
      type: 'object',
      required: ['clientDataJSON', 'attestationObject'],
      properties: {
        clientDataJSON: bytes(8192),
        attestationObject: bytes(32_768),
        transports: { type: 'array', maxItems: 16, items: NAMED },
      },
    },
    clientExtensionResults: EXTENSIONS,
    authenticatorAttachment: NAMED,
  },
} as const
