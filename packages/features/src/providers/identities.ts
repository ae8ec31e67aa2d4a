import {
  type Call,
  type Credential,
  type JsonObject,
  QuireError,
  type StoredDocument,
  reportDone,
  type Unit,
  type FactorChange,
  forApplication,
} from '@quirecms/core/feature'
import {
  authOf,
  endOtherSessions,
  IDENTITIES,
  type IdentityRow,
  waysIn,
  addressOf,
  factorsOfUser,
  noticeMail,
} from '../auth/offers.ts'

/** An identity as clients see it, without the provider's own identifiers. */
export function shownIdentity(call: Call, row: IdentityRow): JsonObject {
  const { id, provider, email, createdAt, lastUsedAt } = row
  return { id, provider, label: labelOf(call, row), email, createdAt, lastUsedAt }
}

function labelOf(call: Call, { provider }: IdentityRow): string {
  return authOf(call).providers[provider]?.label ?? provider
}

interface Unlinked {
  readonly id: string
  /** Credential whose session stays; all other sessions of the user end. */
  readonly keeps: Credential | undefined
}

/**
 * Removes a provider from a user. As with second factors, the other sessions end: an intruder who came in with this
 * provider could add it again.
 */
export async function unlink(call: Call, unit: Unit, stored: StoredDocument, { id, keeps }: Unlinked) {
  const { records } = unit.tx
  const owner = { collection: call.entity.slug, userId: stored.id }
  const { hasPassword, hasPasskeyAlone, identities } = await waysIn(call, records, owner, stored)
  const [found] = await records.find(IDENTITIES.name, { id, ...owner }, { lock: true })
  if (!found) throw new QuireError('not_found', 'There is no such provider.')
  const others = identities.filter((one) => one.id !== id)
  if (others.length === 0 && !hasPassword && !hasPasskeyAlone) throw lastWayIn(call, stored)
  await records.remove(IDENTITIES.name, { id, ...owner })
  await endOtherSessions(records, owner, keeps)
  const changes = [{ path: id, from: found.provider, to: null }]
  await reportDone(call, unit, { action: 'auth.identityRemoved', documentId: stored.id, changes })
  await mailChange(call, unit, stored, { change: 'providerRemoved', name: labelOf(call, found) })
  return { id, deleted: true }
}

function lastWayIn({ caller: { actor }, entity }: Call, { id }: StoredDocument): QuireError {
  const isOwn = actor?.id === id && actor.collection === entity.slug
  return new QuireError(
    'conflict',
    isOwn
      ? 'This is the last way for you to sign in. Add another provider first, or set a password.'
      : 'This is the last way for this user to sign in. To keep the user out, delete the account.',
  )
}

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
