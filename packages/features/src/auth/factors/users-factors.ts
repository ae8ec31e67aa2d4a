import {
  actsOnDocument,
  type Call,
  type FactorOptions,
  inspectsDocument,
  QuireError,
  readerOf,
  type RecordOwner,
  type StorageTransaction,
} from '@quirecms/core/feature'
import { SESSIONS } from '../auth-tables.ts'
import { isFresh, ownSession, refuseKeys } from '../own-session.ts'
import { authOf } from '../users.ts'
import { CHALLENGES, PASSKEYS, RECOVERY_CODES, TOTP } from './factor-tables.ts'
import { USERS_FACTORS_API } from './factors-api.ts'
import { factorsOfUser } from './factors-of-user.ts'
import { holdSignIns, tellUser } from './own-factors.ts'
import { forgetSecondSteps } from './second-step-attempts.ts'

async function refuseOwnUnlessFresh(call: Call, { collection, userId }: RecordOwner): Promise<void> {
  const { actor, system } = call.caller
  if (system || actor?.collection !== collection || actor.id !== userId) return
  const { session } = await ownSession(call)
  if (!isFresh(call, session)) throw new QuireError('forbidden', 'Sign in again to change what you sign in with.')
}

function factorsIn(call: Call): FactorOptions {
  const { factors } = authOf(call)
  if (!factors) throw new QuireError('internal', `"${call.entity.slug}" has no second factors.`)
  return factors
}

export const userFactors = inspectsDocument({
  ...USERS_FACTORS_API.userFactors,
  rule: 'unlock',
  capability: { name: 'factors' },
  request: refuseKeys,
  async answers({ call, document }) {
    const owner = { collection: call.entity.slug, userId: document.id }
    return { kind: 'value', value: { ...(await factorsOfUser(readerOf(call).records, factorsIn(call), owner)) } }
  },
})

export const resetFactors = actsOnDocument({
  ...USERS_FACTORS_API.resetFactors,
  rule: 'unlock',
  capability: { name: 'factors' },
  accessAction: 'auth.factorsReset',
  leavesContent: true,
  request: refuseKeys,
  async run({ call, unit, before }) {
    const owner = { collection: call.entity.slug, userId: before.id }
    await refuseOwnUnlessFresh(call, owner)
    await holdSignIns(unit.tx.records, owner)
    await removeFactors(unit.tx, factorsIn(call), owner)
    await unit.tx.records.remove(SESSIONS.name, owner)
    await tellUser(call, unit, before, { change: 'reset', recoveryCodes: 0 })
    return { kind: 'value', value: { reset: true } }
  },
})

export async function removeFactors(
  { records }: StorageTransaction,
  { passkeys, totp }: FactorOptions,
  owner: RecordOwner,
): Promise<void> {
  if (passkeys) await records.remove(PASSKEYS.name, owner)
  if (totp) await records.remove(TOTP.name, owner)
  await records.remove(RECOVERY_CODES.name, owner)
  await records.remove(CHALLENGES.name, owner)
  await forgetSecondSteps(records, owner)
}
