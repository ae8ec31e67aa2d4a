import {
  type Call,
  changesRecords,
  type CheckedBody,
  type JsonObject,
  listsRecords,
  newId,
  QuireError,
  readerOf,
} from '@quirecms/core/feature'
import { waysIn } from '../ways-in.ts'
import { findChallenge, useUp } from './challenges.ts'
import { expectedOf } from './check-passkey.ts'
import { type PasskeyRow, PASSKEYS } from './factor-tables.ts'
import { factorsChanged, holdSignIns, onlyWith } from './own-factors.ts'
import { PASSKEY_API } from './passkey-api.ts'
import { MOST_PASSKEYS } from './passkey-options.ts'
import { passkeyChecks } from '../services.ts'

const owner = onlyWith('passkeys')

export const listPasskeys = listsRecords({
  ...PASSKEY_API.list,
  authorize: owner,
  table: PASSKEYS,
  match: ({ principal }) => principal.owner,
  order: { column: 'createdAt', descending: true },
  shows: shownPasskey,
})

function shownPasskey({ id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyRow): JsonObject {
  return { id, name, createdAt, lastUsedAt, isBackedUp: isBackedUp === 1 }
}

export const createPasskey = changesRecords({
  ...PASSKEY_API.create,
  accessAction: 'auth.factorAdded',
  limitedAsAuth: true,
  authorize: owner,
  async begin({ call, principal }) {
    const { token, response } = call.input.body as CheckedBody<typeof PASSKEY_API.create>
    const subject = { purpose: 'passkeyAdded', collection: principal.owner.collection } as const
    const begun = await findChallenge(call, readerOf(call).records, subject, token)
    if (begun.userId !== principal.owner.userId)
      throw new QuireError('invalid_token', 'Another user started adding this passkey. Start again.')
    const userVerification = principal.factors.passkeys?.userVerification !== 'preferred'
    const expected = expectedOf(
      call,
      { challenge: begun.challenge, userVerification },
      response.response.clientDataJSON,
    )
    const made = await call.runtime.services.get(passkeyChecks).made(response as unknown as JsonObject, expected)
    if (!made)
      throw new QuireError('invalid_credentials', 'This passkey was not accepted. Try again, or use another one.')
    return { begun, made }
  },
  async run({ call, unit, principal, begun: { begun, made } }) {
    const { records } = unit.tx
    const { name = 'Passkey', response } = call.input.body as CheckedBody<typeof PASSKEY_API.create>
    await holdSignIns(records, principal.owner)
    await useUp(records, begun)
    if ((await records.count(PASSKEYS.name, principal.owner)) >= MOST_PASSKEYS)
      throw new QuireError(
        'invalid_state',
        `You have ${MOST_PASSKEYS} passkeys already. Remove one that you don't use.`,
      )
    if ((await records.count(PASSKEYS.name, { credentialId: made.credentialId })) > 0)
      throw new QuireError('conflict', 'This passkey was added already.')
    const now = call.runtime.clock()
    const row: PasskeyRow = {
      id: newId(now.getTime()),
      ...principal.owner,
      credentialId: made.credentialId,
      publicKey: made.publicKey,
      counter: made.counter,
      transports: JSON.stringify(response.response.transports ?? []),
      isBackedUp: made.isBackedUp ? 1 : 0,
      name: name.trim() || 'Passkey',
      createdAt: now.toISOString(),
      lastUsedAt: null,
    }
    await records.insert(PASSKEYS.name, row)
    await factorsChanged(unit, principal, { change: 'passkeyAdded', name: row.name, added: 'passkey' })
    return { kind: 'value', value: shownPasskey(row) }
  },
})

/** Renaming changes no way to sign in: no notice, and no session ends. */
export const updatePasskey = changesRecords({
  ...PASSKEY_API.update,
  accessAction: 'auth.passkeyRenamed',
  authorize: owner,
  async run({ call, unit: { tx }, principal }) {
    const { name } = call.input.body as CheckedBody<typeof PASSKEY_API.update>
    const match = passkeyMatch(call, principal.owner)
    await tx.records.update(PASSKEYS.name, match, { name: name.trim() || 'Passkey' })
    const [row] = await tx.records.find(PASSKEYS.name, match)
    if (!row) throw noPasskey()
    return { kind: 'value', value: shownPasskey(row) }
  },
})

export const deletePasskey = changesRecords({
  ...PASSKEY_API.delete,
  accessAction: 'auth.factorRemoved',
  authorize: owner,
  async run({ call, unit, principal }) {
    const { records } = unit.tx
    const match = passkeyMatch(call, principal.owner)
    await holdSignIns(records, principal.owner)
    const { hasPassword, passkeys, identities } = await waysIn(
      principal.userCall,
      records,
      principal.owner,
      principal.stored,
    )
    const [row] = await records.find(PASSKEYS.name, match, { lock: true })
    if (!row) throw noPasskey()
    if (passkeys === 1 && !hasPassword && identities.length === 0)
      throw new QuireError(
        'conflict',
        'This passkey is the last way for you to sign in. Add another one first, or a password or a provider where you may have one.',
      )
    await records.remove(PASSKEYS.name, match)
    await factorsChanged(unit, principal, { change: 'passkeyRemoved', name: row.name })
    return { kind: 'value', value: { id: row.id, deleted: true } }
  },
})

function passkeyMatch({ input }: Call, user: { readonly collection: string; readonly userId: string }) {
  return { id: input.id ?? '', ...user }
}

function noPasskey(): QuireError {
  return new QuireError('not_found', 'You have no such passkey.')
}
