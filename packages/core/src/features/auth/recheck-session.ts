import { QuireError } from '../../contracts/errors.ts'
import type { Runtime } from '../../engine/call.ts'
import { type SessionRow, SESSIONS } from './auth-tables.ts'

/** After a provider could not be reached. */
const RETRY_AFTER = 60_000

/** Sealed for one user: nobody's token opens in the place of another's. */
function sealedFor({ collection, userId }: Pick<SessionRow, 'collection' | 'userId'>): string {
  return `refresh token of ${collection}/${userId}`
}

/** What is kept of a refresh token, where it is needed at all. */
export function sealedToken(
  { keyring }: Runtime,
  owner: Pick<SessionRow, 'collection' | 'userId'>,
  token: string | null,
): string | null {
  return token === null || !keyring ? null : keyring.seal(token, sealedFor(owner))
}

/**
 * Whether a session that was begun with a provider still stands there. It is asked now and then, by one request at a time; the others go on
 * meanwhile. A session that the provider has ended is over here, too. One that can't be asked about stays, as long as any session does.
 */
export async function stillStands(runtime: Runtime, session: SessionRow): Promise<boolean> {
  const { id, collection, provider: key, refreshToken, createdAt, recheckedAt } = session
  const auth = runtime.manifest.collections[collection]?.auth
  const now = runtime.clock()
  if (!auth?.session.recheck || key === null) return true
  // A session from before anybody asked has nothing to ask with: it ends when it would first be asked about.
  if (now.getTime() - Date.parse(recheckedAt ?? createdAt) < auth.session.recheck) return true
  const provider = Object.hasOwn(auth.providers, key) ? auth.providers[key] : undefined
  const change = (to: Partial<SessionRow>, match: Partial<SessionRow> = {}) =>
    runtime.storage.transaction(({ records }) => records.update(SESSIONS.name, { id, ...match }, to))
  const end = async () => {
    await runtime.storage.transaction(({ records }) => records.remove(SESSIONS.name, { id }))
    return false
  }
  if (!provider || refreshToken === null || !runtime.keyring) return end()
  // Of many requests at once, and of many instances, one asks: most refresh tokens are good once.
  if ((await change({ recheckedAt: now.toISOString() }, { recheckedAt })) === 0) return true
  try {
    const { refreshToken: next } = await runtime.providers.refresh(
      provider,
      runtime.keyring.open(refreshToken, sealedFor(session)),
    )
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
