import { type Call, type FactorChange, forApplication, type StoredDocument, type Unit } from '@quirecms/core/feature'
import { addressOf, authOf, factorsOfUser, noticeMail } from '../auth/offers.ts'

interface ProviderChange {
  readonly change: Extract<FactorChange, 'providerAdded' | 'providerRemoved'>
  readonly name: string
}

/**
 * Notifies the user, as for a passkey: a linked provider outlives the session that added it, and password changes.
 */
export async function mailChange(
  call: Call,
  unit: Unit,
  stored: StoredDocument,
  changed: ProviderChange,
): Promise<void> {
  const { factors } = authOf(call)
  const owner = { collection: call.entity.slug, userId: stored.id }
  const recoveryCodes = factors ? (await factorsOfUser(unit.tx.records, factors, owner)).recoveryCodes : 0
  const details = { user: forApplication(call, stored), ...changed, recoveryCodes }
  await noticeMail(call, unit, 'factorsChanged', addressOf(stored), details)
}
