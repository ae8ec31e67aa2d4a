import { type Call, inTransaction, newId, QuireError, reportDone } from '@quirecms/core/feature'
import { actorOf, findUser, IDENTITIES, type ProvedIdentity, SESSIONS } from '../auth/offers.ts'
import { personOf, refuseOtherDomains } from './person.ts'
import { mailChange } from './identities.ts'
import type { NamedProvider } from './sign-in-person.ts'

const MOST_IDENTITIES = 20

export async function addToAccount(
  call: Call,
  { key, provider }: NamedProvider,
  proved: ProvedIdentity,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  const person = personOf(provider, proved)
  refuseOtherDomains(person, provider)
  const { runtime, entity } = call
  const owner = { collection: entity.slug, userId }
  await inTransaction(call, async (unit) => {
    const { tx } = unit
    const now = runtime.clock()
    const session = { ...owner, id: sessionId, expiresAt: { above: now.toISOString() } }
    // Lock the user: the identities are counted below.
    const stored = await findUser(runtime, tx, entity, userId, { lock: 'change' })
    if (!stored || (await tx.records.count(SESSIONS.name, session)) === 0)
      throw new QuireError('invalid_token', 'The session is no longer valid. Sign in again.')
    const { issuer, subject, address } = person
    const [there] = await tx.records.find(IDENTITIES.name, { collection: entity.slug, issuer, subject }, { lock: true })
    if (there?.userId === userId) return
    if ((await tx.records.count(IDENTITIES.name, owner)) >= MOST_IDENTITIES)
      throw new QuireError('conflict', `You have ${MOST_IDENTITIES} providers already. Remove some of them first.`)
    const at = now.toISOString()
    const row = {
      id: newId(now.getTime()),
      ...owner,
      provider: key,
      issuer,
      subject,
      email: address,
      createdAt: at,
      lastUsedAt: at,
    }
    if (there || !(await tx.records.insert(IDENTITIES.name, row)))
      throw new QuireError('conflict', 'Another user signs in with this account of the provider.')
    const own: Call = { ...call, caller: { ...call.caller, actor: actorOf(runtime, entity, stored, true) } }
    const changes = [{ path: row.id, from: null, to: key }]
    await reportDone(own, unit, { action: 'auth.identityAdded', documentId: userId, changes })
    await mailChange(call, unit, stored, { change: 'providerAdded', name: provider.label ?? key })
  })
}
