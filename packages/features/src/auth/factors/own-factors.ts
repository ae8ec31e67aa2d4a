import {
  answersValue,
  type Call,
  type FactorChange,
  type FactorOptions,
  forApplication,
  QuireError,
  readerOf,
  type RecordOwner,
  type RecordWriter,
  type SecondFactor,
  type StoredDocument,
  type Unit,
} from '@quirecms/core/feature'
import { CREDENTIALS, SESSIONS } from '../auth-tables.ts'
import { noticeMail } from '../mail-queue.ts'
import { asUser, isFresh, type SessionOfCaller, ownSession } from '../own-session.ts'
import { endOtherSessions, factorsOf } from '../sessions.ts'
import { addressOf, authOf } from '../users.ts'
import { CHALLENGES, RECOVERY_CODES } from './factor-tables.ts'
import { OWN_FACTORS_API } from './factors-api.ts'
import { factorsOfUser, methodsOf } from './factors-of-user.ts'

export interface FactorOwner extends SessionOfCaller {
  /** The call with the user's collection as its entity. */
  readonly userCall: Call
  readonly stored: StoredDocument
  readonly factors: FactorOptions
}

/** In all other collections, the routes do not exist. */
async function factorOwner(call: Call): Promise<FactorOwner> {
  const own = await ownSession(call)
  const { userCall, stored } = await asUser(call, own.actor)
  const { factors } = authOf(userCall)
  if (!factors) throw new QuireError('not_found', 'There is nothing at this path.')
  return { ...own, userCall, stored, factors }
}

/** Requires a fresh session: an open session is not enough to take over the account. */
export async function freshFactorOwner(call: Call): Promise<FactorOwner> {
  const own = await factorOwner(call)
  if (!isFresh(own.userCall, own.session))
    throw new QuireError('forbidden', 'Sign in again to change what you sign in with.')
  return own
}

export function onlyWith(kind: 'passkeys' | 'totp'): (call: Call) => Promise<FactorOwner> {
  return async (call) => {
    const own = await freshFactorOwner(call)
    if (!own.factors[kind]) throw new QuireError('not_found', 'There is nothing at this path.')
    return own
  }
}

/** Reveals only which kinds of factors exist, so it needs no fresh session. */
export const ownFactors = answersValue({
  ...OWN_FACTORS_API.factors,
  authorize: factorOwner,
  async answers({ call, principal }) {
    const { passkeys, totp, recoveryCodes } = await factorsOfUser(
      readerOf(call).records,
      principal.factors,
      principal.owner,
    )
    return {
      passkeys,
      totp,
      recoveryCodes,
      isFresh: isFresh(principal.userCall, principal.session),
      offers: [...(principal.factors.passkeys ? ['passkeys'] : []), ...(principal.factors.totp ? ['totp'] : [])],
    }
  },
})

/**
 * Locks the user's credentials before factors change. A concurrent sign-in with the password alone has either
 * committed its session, which then ends with the others, or waits and is then asked for the new factor.
 */
export async function holdSignIns(records: RecordWriter, owner: RecordOwner): Promise<void> {
  await records.find(CREDENTIALS.name, owner, { lock: true })
}

interface Changed {
  readonly change: FactorChange
  /** Name of the passkey, if the change is about one. */
  readonly name?: string
  /** Factor that the user has just used. */
  readonly added?: SecondFactor
}

/** After every change of factors: ends all other sessions of the user, and notifies the user. */
export async function factorsChanged(unit: Unit, who: FactorOwner, changed: Changed): Promise<void> {
  const { userCall, owner, credential, factors } = who
  const { records } = unit.tx
  await endOtherSessions(records, owner, credential)
  await records.remove(CHALLENGES.name, owner)
  const left = await factorsOfUser(records, factors, owner)
  const isNothingLeft = methodsOf(left).length === 0
  // Recovery codes replace a factor; without a factor they are void.
  if (isNothingLeft) await records.remove(RECOVERY_CODES.name, owner)
  await writeFactors(records, who, changed.added, isNothingLeft)
  await tellUser(userCall, unit, who.stored, { ...changed, recoveryCodes: isNothingLeft ? 0 : left.recoveryCodes })
}

/**
 * Updates the factors of the current session: adds the new one, or removes all second factors if the user has none
 * left. Factors of the provider stay.
 */
async function writeFactors(
  records: RecordWriter,
  { session }: FactorOwner,
  added: SecondFactor | undefined,
  isNothingLeft: boolean,
): Promise<void> {
  const before = factorsOf(session)
  const shown = new Set(isNothingLeft ? before.filter((one) => one === 'password' || one === 'provider') : before)
  if (added) shown.add(added)
  await records.update(SESSIONS.name, { id: session.id }, { factors: [...shown].join(' ') })
}

export async function tellUser(
  call: Call,
  unit: Unit,
  stored: StoredDocument,
  {
    change,
    name = null,
    recoveryCodes,
  }: { readonly change: FactorChange; readonly name?: string | null; readonly recoveryCodes: number },
): Promise<void> {
  const details = { user: forApplication(call, stored), change, name, recoveryCodes }
  await noticeMail(call, unit, 'factorsChanged', addressOf(stored), details)
}
