import {
  anyCaller,
  type Call,
  changesRecords,
  type CheckedBody,
  readerOf,
  type RecordReader,
  reportDone,
} from '@quirecms/core/feature'
import { endSessions, findUser, IDENTITIES, SESSIONS, type EndedAtProvider, providerClient } from '../auth/offers.ts'
import { namedProvider } from './named-provider.ts'
import { BACK_CHANNEL_API } from './provider-api.ts'
import { logFailure } from './sign-in-pages.ts'

/** Allowed difference between the clocks of the provider and the service, in milliseconds. */
const TOLERANCE = 60_000

/**
 * OpenID Connect back-channel logout. The signed token authenticates the provider; a replay ends no session that
 * began later. Not rate-limited like sign-ins: signatures can't be guessed, and a provider reports all its users from
 * one address.
 */
export const endedAtProvider = changesRecords({
  ...BACK_CHANNEL_API.endedAtProvider,
  credentials: 'none',
  accessAction: null,
  authorize: anyCaller,
  async begin({ call }) {
    const { key, provider } = namedProvider(call)
    const { logout_token: token } = call.input.body as CheckedBody<typeof BACK_CHANNEL_API.endedAtProvider>
    try {
      const ended = await call.runtime.services.get(providerClient).readLogoutToken(provider, token)
      return { key, ended, users: await usersOf(readerOf(call).records, call, ended, key) }
    } catch (error) {
      logFailure(call, key, error)
      throw error
    }
  },
  async run({ call, unit, begun: { key, ended, users } }) {
    const until = new Date(ended.at.getTime() + TOLERANCE).toISOString()
    for (const userId of users) {
      const stored = await findUser(call.runtime, unit.tx, call.entity, userId)
      if (!stored) continue
      const match = {
        collection: call.entity.slug,
        userId,
        provider: key,
        createdAt: { below: until },
        ...(ended.sessionId !== null && { providerSession: ended.sessionId }),
      }
      const count = await endSessions(unit, match, { userCall: call, stored })
      if (count > 0) await reportDone(call, unit, { action: 'auth.sessionRevoked', documentId: userId })
    }
    return { kind: 'value', value: { loggedOut: true } }
  },
})

/** Users whose sessions end: of the subject, or of the provider session that the token names. */
async function usersOf(
  records: RecordReader,
  { entity }: Call,
  { issuer, subject, sessionId }: EndedAtProvider,
  provider: string,
): Promise<readonly string[]> {
  if (subject !== null) {
    const found = await records.find(IDENTITIES.name, { collection: entity.slug, issuer, subject })
    return found.map(({ userId }) => userId)
  }
  if (sessionId === null) return []
  const found = await records.find(SESSIONS.name, { collection: entity.slug, provider, providerSession: sessionId })
  return [...new Set(found.map(({ userId }) => userId))]
}
