import { randomBytes } from 'node:crypto'
import { changesRecords, type CheckedBody, QuireError, type RecordOwner, type Runtime } from '@quirecms/core/feature'
import { addressOf } from '../users.ts'
import { toBase32 } from './base32.ts'
import { TOTP, type TotpRow } from './factor-tables.ts'
import { TOTP_API } from './factors-api.ts'
import { keyUri, SECRET_BYTES, stepOfCode } from './one-time-code.ts'
import { factorsChanged, holdSignIns, onlyWith } from './own-factors.ts'
import { nameOfService } from './relying-party.ts'
import { forgetSecondSteps, takeSecondStep } from './second-step-attempts.ts'
import { type Keyring, keyring } from '../services.ts'

export const setUpTotp = changesRecords({
  ...TOTP_API.setUpTotp,
  // Not reported: the codes are inactive until confirmed.
  accessAction: null,
  authorize: onlyWith('totp'),
  async run({ call: { runtime }, unit: { tx }, principal: { owner, stored, factors } }) {
    const [known] = await tx.records.find(TOTP.name, owner, { lock: true })
    if (known && known.confirmedAt !== null)
      throw new QuireError('invalid_state', 'You have one-time codes already. Remove them to set up others.')
    const bytes = randomBytes(SECRET_BYTES)
    const begun = {
      secret: sealedSecret(runtime, owner, bytes),
      createdAt: runtime.clock().toISOString(),
      confirmedAt: null,
      lastStep: 0,
    }
    if (known) await tx.records.update(TOTP.name, owner, begun)
    else await tx.records.insert(TOTP.name, { ...owner, ...begun })
    const secret = toBase32(bytes)
    const uri = keyUri(factors.totp?.issuer ?? nameOfService(runtime), addressOf(stored), secret)
    return { kind: 'value', value: { secret, uri } }
  },
})

export const confirmTotp = changesRecords({
  ...TOTP_API.confirmTotp,
  accessAction: 'auth.factorAdded',
  limitedAsAuth: true,
  authorize: onlyWith('totp'),
  begin: ({ principal: { userCall, owner } }) => takeSecondStep(userCall, owner),
  async run({ call, unit, principal }) {
    const { records } = unit.tx
    const { owner } = principal
    const { code } = call.input.body as CheckedBody<typeof TOTP_API.confirmTotp>
    await holdSignIns(records, owner)
    const [row] = await records.find(TOTP.name, owner, { lock: true })
    if (row?.confirmedAt !== null)
      throw new QuireError('invalid_state', 'There are no one-time codes to confirm. Set them up first.')
    const now = call.runtime.clock()
    const lastStep = stepOfCode(openSecret(call.runtime, row), code, now, row.lastStep)
    if (lastStep === null) throw wrongCode()
    await records.update(TOTP.name, owner, { confirmedAt: now.toISOString(), lastStep })
    await forgetSecondSteps(records, owner)
    await factorsChanged(unit, principal, { change: 'totpAdded', added: 'totp' })
    return { kind: 'value', value: { confirmed: true } }
  },
})

export const removeTotp = changesRecords({
  ...TOTP_API.removeTotp,
  accessAction: 'auth.factorRemoved',
  authorize: onlyWith('totp'),
  async run({ unit, principal }) {
    await holdSignIns(unit.tx.records, principal.owner)
    if ((await unit.tx.records.remove(TOTP.name, principal.owner)) === 0)
      throw new QuireError('not_found', 'You have no one-time codes.')
    await factorsChanged(unit, principal, { change: 'totpRemoved' })
    return { kind: 'value', value: { removed: true } }
  },
})

export function wrongCode(): QuireError {
  return new QuireError('invalid_credentials', 'The code is wrong, or was used already.')
}

function about({ collection, userId }: RecordOwner): string {
  return `totp ${collection} ${userId}`
}

/** The owner is additional authenticated data: a secret that was moved to another user doesn't decrypt. */
function sealedSecret(runtime: Runtime, owner: RecordOwner, secret: Buffer): string {
  return keyringOf(runtime).seal(secret.toString('base64url'), about(owner))
}

export function openSecret(runtime: Runtime, { collection, userId, secret }: TotpRow): Buffer {
  return Buffer.from(keyringOf(runtime).open(secret, about({ collection, userId })), 'base64url')
}

/**
 * Reencrypts the secret with the newest key, so that older keys can be removed once every user has signed in;
 * undefined if it uses the newest key already.
 */
export function resealed(runtime: Runtime, row: TotpRow): string | undefined {
  return keyringOf(runtime).isCurrent(row.secret) ? undefined : sealedSecret(runtime, row, openSecret(runtime, row))
}

/** An application with one-time codes doesn't start without a keyring. Commands do, but don't call this. */
function keyringOf({ services }: Runtime): Keyring {
  const ring = services.get(keyring)
  if (!ring) throw new QuireError('internal', 'One-time codes need QUIRE_SECRET in the environment.')
  return ring
}
