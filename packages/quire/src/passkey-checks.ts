import { type ExpectedOfPasskey, PASSKEY_ALGORITHMS, type PasskeyChecks } from '@quirecms/features/services'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Loaded with the first passkey, because the library is large. */
const library = () => import('@simplewebauthn/server')

export const webAuthnChecks: PasskeyChecks = {
  async made(given, expected) {
    const response = given as unknown as RegistrationResponseJSON
    // Outside of the try block: a missing library is not a refused passkey.
    const { verifyRegistrationResponse } = await library()
    return unlessRefused(async () => {
      if (await hasCertificates(response)) return null
      const { verified, registrationInfo: made } = await verifyRegistrationResponse({
        response,
        ...expectations(expected),
        supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
      })
      if (!verified) return null
      const { id, publicKey, counter } = made.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        isBackedUp: made.credentialBackedUp,
      }
    })
  },
  async used(given, expected, { credentialId, publicKey }) {
    const { verifyAuthenticationResponse } = await library()
    return unlessRefused(async () => {
      const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
        response: given as unknown as AuthenticationResponseJSON,
        ...expectations(expected),
        // The caller compares the counter.
        credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
      })
      return verified ? { counter: used.newCounter, isBackedUp: used.credentialBackedUp } : null
    })
  },
}

function expectations({ challenge, origin, rpId, userVerification }: ExpectedOfPasskey) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: userVerification,
  }
}

/**
 * Registration requests no attestation (`attestation: 'none'`), so browsers send no certificates. The library would
 * check revocation at a URL from the certificate, which the client controls.
 */
async function hasCertificates({ response: { attestationObject } }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = object.get('fmt')
  return format !== 'none' && (format !== 'packed' || object.get('attStmt').get('x5c') !== undefined)
}

/** The library throws for any invalid input; the response does not say for which. */
async function unlessRefused<T>(check: () => Promise<T | null>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
