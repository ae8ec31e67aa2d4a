import { createHash } from 'node:crypto'
import {
  anyCaller,
  type Call,
  changesRecords,
  type CheckedBody,
  type FactorOptions,
  type JsonObject,
  parseJson,
  readerOf,
  type RecordOwner,
  type Runtime,
} from '@quirecms/core/feature'
import { addressOf, authOf } from '../users.ts'
import { beginChallenge, findChallenge } from './challenges.ts'
import { type PasskeyRow, PASSKEYS } from './factor-tables.ts'
import { type FactorOwner, onlyWith } from './own-factors.ts'
import { PASSKEY_API, PASSKEY_SIGN_IN_API } from './passkey-api.ts'
import { nameOfService, relyingParty } from './relying-party.ts'
import { PASSKEY_ALGORITHMS } from '../services.ts'

const TIMEOUT = 5 * 60_000

export const MOST_PASSKEYS = 20

export type PasskeyOptions = NonNullable<FactorOptions['passkeys']>

/**
 * Without the token of a second step, the options are the same for all clients: they don't show which users exist.
 */
export const passkeyOptions = changesRecords({
  ...PASSKEY_SIGN_IN_API.passkeyOptions,
  authorize: anyCaller,
  credentials: 'none',
  limitedAsAuth: true,
  accessAction: null,
  runsNoHooks: true,
  async run({ call, unit: { tx } }) {
    const { token } = (call.input.body ?? {}) as CheckedBody<typeof PASSKEY_SIGN_IN_API.passkeyOptions>
    const collection = call.entity.slug
    if (token !== undefined) return { kind: 'value', value: await ofSecondStep(call, token) }
    const begun = await beginChallenge(call, tx.records, {
      purpose: 'passkeyLogin',
      collection,
      userId: '',
      standing: '',
    })
    const options = requestOptions(call.runtime, begun.challenge, [], 'required')
    return { kind: 'value', value: { options, token: begun.token, expiresAt: begun.expiresAt } }
  },
})

/** The second step signs the challenge that was created when it began. */
async function ofSecondStep(call: Call, token: string): Promise<JsonObject> {
  const { records } = readerOf(call)
  const collection = call.entity.slug
  const begun = await findChallenge(call, records, { purpose: 'secondFactor', collection }, token)
  const rows = await records.find(PASSKEYS.name, { collection, userId: begun.userId })
  const { userVerification = 'required' } = authOf(call).factors?.passkeys ?? {}
  return {
    options: requestOptions(call.runtime, begun.challenge, rows, userVerification),
    token,
    expiresAt: begun.expiresAt,
  }
}

function requestOptions(
  runtime: Runtime,
  challenge: string,
  rows: readonly PasskeyRow[],
  userVerification: PasskeyOptions['userVerification'],
): JsonObject {
  const { id: rpId } = relyingParty(runtime)
  return { challenge, rpId, timeout: TIMEOUT, userVerification, allowCredentials: rows.map(credentialDescriptor) }
}

export const newPasskeyOptions = changesRecords({
  ...PASSKEY_API.options,
  accessAction: null,
  authorize: onlyWith('passkeys'),
  async run({ call, unit: { tx }, principal }) {
    const { owner, stored } = principal
    const begun = await beginChallenge(call, tx.records, { ...owner, purpose: 'passkeyAdded', standing: '' })
    const rows = await tx.records.find(PASSKEYS.name, owner)
    const options = creationOptions(call.runtime, principal, {
      challenge: begun.challenge,
      address: addressOf(stored),
      rows,
    })
    return { kind: 'value', value: { options, token: begun.token, expiresAt: begun.expiresAt } }
  },
})

function creationOptions(
  runtime: Runtime,
  { owner, factors: { passkeys } }: FactorOwner,
  { challenge, address, rows }: { challenge: string; address: string; rows: readonly PasskeyRow[] },
): JsonObject {
  const { rpName, userVerification = 'required' } = passkeys ?? {}
  return {
    challenge,
    rp: { id: relyingParty(runtime).id, name: rpName ?? nameOfService(runtime) },
    user: { id: handleOf(owner), name: address, displayName: address },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT,
    attestation: 'none',
    // Prevents a second passkey on the same authenticator.
    excludeCredentials: rows.map(credentialDescriptor),
    authenticatorSelection: {
      residentKey: userVerification,
      requireResidentKey: userVerification === 'required',
      userVerification,
    },
  }
}

function credentialDescriptor({ credentialId, transports }: PasskeyRow): JsonObject {
  return { type: 'public-key', id: credentialId, transports: parseJson(transports) }
}

/** User handle that a passkey stores: a hash, which reveals nothing else about the user. */
export function handleOf({ collection, userId }: RecordOwner): string {
  return createHash('sha256').update(`${collection} ${userId}`).digest('base64url')
}
