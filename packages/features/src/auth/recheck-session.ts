import { QuireError, type Runtime } from '@quirecms/core/feature'
import { type SessionRow, SESSIONS } from './auth-tables.ts'
import { keyring, providerClient } from './services.ts'

/** Delay of the next recheck if the provider is unavailable. */
const RETRY_AFTER = 60_000

/** Additional authenticated data: the token of another user doesn't decrypt. */
function sealedFor({ collection, userId }: Pick<SessionRow, 'collection' | 'userId'>): string {
  return `refresh token of ${collection}/${userId}`
}

/** Encrypts a refresh token; null if there is none, or no keyring. */
export function sealedToken(
  { services }: Runtime,
  owner: Pick<SessionRow, 'collection' | 'userId'>,
  token: string | null,
): string | null {
  const ring = services.get(keyring)
  return token === null || !ring ? null : ring.seal(token, sealedFor(owner))
}

export async function stillStands(runtime: Runtime, session: SessionRow): Promise<boolean> {
  const { id, collection, provider: key, refreshToken, createdAt, recheckedAt } = session
  const auth = runtime.manifest.collections[collection]?.auth
  const now = runtime.clock()
  if (!auth?.session.recheck || key === null) return true
  // Sessions from before `recheck` was enabled have no refresh token; they end when the first recheck is due.
  if (now.getTime() - Date.parse(recheckedAt ?? createdAt) < auth.session.recheck) return true
  const provider = Object.hasOwn(auth.providers, key) ? auth.providers[key] : undefined
  const change = (to: Partial<SessionRow>, match: Partial<SessionRow> = {}) =>
    runtime.storage.transaction(({ records }) => records.update(SESSIONS.name, { id, ...match }, to))
  const end = async () => {
    await runtime.storage.transaction(({ records }) => records.remove(SESSIONS.name, { id }))
    return false
  }
  const ring = runtime.services.get(keyring)
  if (!provider || refreshToken === null || !ring) return end()
  // Compare and set: of concurrent requests on all instances one rechecks, since most refresh tokens work once.
  if ((await change({ recheckedAt: now.toISOString() }, { recheckedAt })) === 0) return true
  try {
    const { refreshToken: next } = await runtime.services
      .get(providerClient)
      .refresh(provider, ring.open(refreshToken, sealedFor(session)))
    if (next !== null) await change({ refreshToken: sealedToken(runtime, session, next) })
    return true
  } catch (error) {
    runtime.reportError(`whether a session of "${collection}" still stands at "${key}"`, error)
    if (!(error instanceof QuireError) || error.code !== 'unavailable') return end()
    const before = new Date(now.getTime() - auth.session.recheck + RETRY_AFTER)
    await change({ recheckedAt: before.toISOString() })
    return true
  }
}
