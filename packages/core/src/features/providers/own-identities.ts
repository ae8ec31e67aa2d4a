import { QuireError } from '../../contracts/errors.ts'
import type { CheckedBody } from '../../config/infer/operation-methods.ts'
import type { Call } from '../../engine/call.ts'
import { listsRecords } from '../../engine/kinds/answers-value.ts'
import { changesRecords } from '../../engine/kinds/changes-records.ts'
import { asUser, authOf, IDENTITIES, isFresh, ownSession } from '../auth/offers.ts'
import { shownIdentity, unlink } from './identities.ts'
import { providerOf } from './named-provider.ts'
import { beginSignIn } from './pending-sign-in.ts'
import { IDENTITY_API } from './provider-api.ts'
import { requestedReturn } from './return-to.ts'
import { logFailure } from './sign-in-pages.ts'

/** Only users of collections with providers have this; for all others the routes do not exist. */
async function ownUser(call: Call) {
  const own = await ownSession(call)
  const user = await asUser(call, own.actor)
  if (Object.keys(authOf(user.userCall).providers).length === 0)
    throw new QuireError('not_found', 'There is nothing at this path.')
  return { ...own, ...user }
}

export const listIdentities = listsRecords({
  ...IDENTITY_API.identities,
  admits: ownUser,
  table: IDENTITIES,
  match: ({ who: { owner } }) => owner,
  order: { column: 'createdAt', descending: true },
  shows: (row, { who: { userCall } }) => shownIdentity(userCall, row),
})

/** A session that was left open must not be enough to keep a way in for good. */
export const addIdentity = changesRecords({
  ...IDENTITY_API.addIdentity,
  // Told once it is added.
  tells: null,
  limitedAsAuth: true,
  admits: ownUser,
  async begin({ call, who: { userCall, session, owner } }) {
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

/** As with second factors, whoever else is signed in is so no longer: somebody who came in this way would add it again. */
export const removeIdentity = changesRecords({
  ...IDENTITY_API.removeIdentity,
  tells: null,
  admits: ownUser,
  async run({ call, unit, who }) {
    const { userCall, stored, credential } = who
    return {
      kind: 'value',
      value: await unlink(userCall, unit, stored, { id: call.input.id ?? '', keeps: credential }),
    }
  },
})
