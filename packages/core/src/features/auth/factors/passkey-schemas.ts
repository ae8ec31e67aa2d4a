/** What browsers answer with, as the standard writes it in JSON. Everything that is read of it is bounded; the rest is left alone. */
const bytes = <const Most extends number>(maxLength: Most) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' }) as const

/** A word of the standard, which has more of them from time to time. */
const NAMED = { type: 'string', minLength: 1, maxLength: 32, pattern: '^[a-z-]+$' } as const

const CREDENTIAL_ID = bytes(1400)

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
    clientExtensionResults: { type: 'object' },
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
    clientExtensionResults: { type: 'object' },
    authenticatorAttachment: NAMED,
  },
} as const
