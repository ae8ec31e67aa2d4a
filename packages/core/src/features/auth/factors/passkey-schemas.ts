/** What browsers are asked with and what they answer, as the standard writes it in JSON. Everything that is read of it is bounded; the rest is left alone. */
const bytes = <const Most extends number>(maxLength: Most) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' }) as const

/** A word of the standard, which has more of them from time to time. */
const NAMED = { type: 'string', minLength: 1, maxLength: 32, pattern: '^[a-z-]+$' } as const

/** Of any shape: without properties of its own, its type takes what browsers and libraries call theirs. */
const EXTENSIONS = { type: 'object', properties: {} } as const

const CREDENTIAL_ID = bytes(1400)

const VERIFICATION = { type: 'string', enum: ['required', 'preferred', 'discouraged'] } as const

/** Which passkeys are meant. How to reach them, as their browser said it, comes beside: in words of the standard, of which there may be more. */
const CREDENTIALS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { const: 'public-key' }, id: { type: 'string' } },
  },
} as const

/** What a browser is asked for a passkey with. */
export const REQUEST_OPTIONS = {
  type: 'object',
  description: 'For `navigator.credentials.get`, in the JSON of the standard.',
  required: ['challenge', 'rpId', 'timeout', 'userVerification', 'allowCredentials'],
  properties: {
    challenge: { type: 'string' },
    rpId: { type: 'string' },
    timeout: { type: 'integer' },
    userVerification: VERIFICATION,
    allowCredentials: CREDENTIALS,
  },
} as const

/** What a browser makes a passkey with. */
export const CREATION_OPTIONS = {
  type: 'object',
  description: 'For `navigator.credentials.create`, in the JSON of the standard.',
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

/** The answer of a passkey that was asked to sign. */
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

/** The answer of a passkey that was made. */
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
