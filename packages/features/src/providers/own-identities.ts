import { type Call, changesRecords, type CheckedBody, listsRecords, QuireError } from '@quirecms/core/feature'
import { asUser, authOf, IDENTITIES, isFresh, ownSession } from '../auth/offers.ts'
import { shownIdentity, unlink } from './identities.ts'
import { providerOf } from './named-provider.ts'
import { beginSignIn } from './pending-sign-in.ts'
import { IDENTITY_API } from './provider-api.ts'
import { requestedReturn } from './return-to.ts'
import { logFailure } from './sign-in-pages.ts'

/** Requires a user of a collection with providers; for all others, the routes do not exist. */
async function ownUser(call: Call) {
  const own = await ownSession(call)
  const user = await asUser(call, own.actor)
  if (Object.keys(authOf(user.userCall).providers).length === 0)
    throw new QuireError('not_found', 'There is nothing at this path.')
  return { ...own, ...user }
}

export const listIdentities = listsRecords({
  ...IDENTITY_API.identities,
  authorize: ownUser,
  table: IDENTITIES,
  match: ({ principal: { owner } }) => owner,
  order: { column: 'createdAt', descending: true },
  shows: (row, { principal: { userCall } }) => shownIdentity(userCall, row),
})

/** Requires a fresh session: an open session is not enough to add a way to sign in. */
export const addIdentity = changesRecords({
  ...IDENTITY_API.addIdentity,
  // Reported once the provider is added.
  accessAction: null,
  limitedAsAuth: true,
  authorize: ownUser,
  async begin({ call, principal: { userCall, session, owner } }) {
    if (!isFresh(userCall, session)) throw new QuireError('forbidden', 'Sign in again to add a provider.')
    const { provider: key, returnTo: asked } = call.input.body as CheckedBody<typeof IDENTITY_API.addIdentity>
    const { provider } = providerOf(userCall, key)
    const refuse = (message: string) =>
      new QuireError('validation', 'The request is not valid. The issues say why.', {
        issues: [{ code: 'format', path: 'returnTo', message }],
      })
    const returnTo = requestedReturn(userCall, asked, refuse)
    const adds = { userId: owner.userId, sessionId: session.id }
    try {
      return await beginSignIn(userCall, key, provider, { returnTo, adds })
    } catch (error) {
      logFailure(userCall, key, error)
      throw error
    }
  },
  run: async ({ begun: { url, cookie } }) => ({ kind: 'value', value: { url }, cookies: [cookie] }),
})

/** As with second factors, the other sessions end: an intruder who came in with this provider could add it again. */
export const removeIdentity = changesRecords({
  ...IDENTITY_API.removeIdentity,
  accessAction: null,
  authorize: ownUser,
  async run({ call, unit, principal }) {
    const { userCall, stored, credential } = principal
    return {
      kind: 'value',
      value: await unlink(userCall, unit, stored, { id: call.input.id ?? '', keeps: credential }),
    }
  },
})
