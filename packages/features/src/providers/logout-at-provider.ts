import { type Call, type Operation, readerOf } from '@quirecms/core/feature'
import { SESSIONS, providerClient } from '../auth/offers.ts'
import { ownAddress } from './return-to.ts'
import { logFailure } from './sign-in-pages.ts'

/** `logout` that also returns the logout URL of the provider (`logout: true`). */
export function logoutAtProvider(logout: Operation<Call>): Operation<Call> {
  return {
    ...logout,
    async run(call) {
      const url = await endOf(call)
      const answer = await logout.run(call)
      return url === null || answer.kind !== 'value' ? answer : { ...answer, value: { ...answer.value, url } }
    },
  }
}

/** Read before the session is deleted. The session here ends even if the provider is unavailable. */
async function endOf(call: Call): Promise<string | null> {
  const { actor, credential } = call.caller
  if (!actor || credential?.kind !== 'session') return null
  const own = { id: credential.id, collection: actor.collection, userId: actor.id }
  const [session] = await readerOf(call).records.find(SESSIONS.name, own)
  const entity = call.runtime.manifest.collections[actor.collection]
  const key = session?.provider ?? ''
  const provider = entity?.auth && Object.hasOwn(entity.auth.providers, key) ? entity.auth.providers[key] : undefined
  if (!session || !entity || provider?.logout !== true) return null
  const ofUser = { ...call, entity }
  try {
    const end = { idToken: session.idToken, returnTo: returnAfterLogout(ofUser) }
    return await call.runtime.services.get(providerClient).endSessionUrl(provider, end)
  } catch (error) {
    logFailure(ofUser, key, error)
    return null
  }
}

/** Return address after a logout. Only this one has to be registered at providers. */
function returnAfterLogout(call: Call): string {
  const { adminPath, admins } = call.runtime.manifest
  return `${ownAddress(call)}${adminPath !== null && admins === call.entity.slug ? `${adminPath}/sign-in` : '/'}`
}
