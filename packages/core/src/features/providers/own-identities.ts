import { QuireError } from '../../contracts/errors.ts'
import type { RecordReader } from '../../contracts/records.ts'
import type { CheckedBody } from '../../config/infer/operation-methods.ts'
import type { Call } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { listsRecords } from '../../engine/kinds/answers-value.ts'
import { changesRecords } from '../../engine/kinds/changes-records.ts'
import { tellDone } from '../../engine/tell-access.ts'
import {
  asUser,
  authOf,
  CREDENTIALS,
  endOtherSessions,
  factorsOfUser,
  isFresh,
  ownSession,
  passwordOf,
} from '../auth/offers.ts'
import { mailChange } from './mail-change.ts'
import { providerOf } from './named-provider.ts'
import { beginSignIn } from './pending-sign-in.ts'
import { IDENTITY_API } from './provider-api.ts'
import { IDENTITIES, type IdentityRow } from './provider-tables.ts'
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
  shows: (row, { who: { userCall } }) => {
    const { id, provider, email, createdAt, lastUsedAt } = row
    return { id, provider, label: labelOf(userCall, row), email, createdAt, lastUsedAt }
  },
})

function labelOf(call: Call, { provider }: IdentityRow): string {
  return authOf(call).providers[provider]?.label ?? provider
}

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
    const { owner, userCall, stored, credential } = who
    const { records } = unit.tx
    const id = call.input.id ?? ''
    const all = await records.find(IDENTITIES.name, owner, { lock: true })
    const found = all.find((one) => one.id === id)
    if (!found) throw new QuireError('not_found', 'There is no such provider.')
    const others = all.filter((one) => one !== found && isUsable(userCall, one))
    if (others.length === 0 && !(await hasOtherWay(userCall, records, owner, stored)))
      throw new QuireError(
        'conflict',
        'This is the last way for you to sign in. Add another provider first, or set a password.',
      )
    await records.remove(IDENTITIES.name, { id, ...owner })
    await endOtherSessions(records, owner, credential)
    const changes = [{ path: id, from: found.provider, to: null }]
    await tellDone(userCall, unit, { action: 'auth.identityRemoved', documentId: stored.id, changes })
    await mailChange(userCall, unit, stored, { change: 'providerRemoved', name: labelOf(userCall, found) })
    return { kind: 'value', value: { id, deleted: true } }
  },
})

/** A provider that the configuration has no longer lets nobody in. */
function isUsable(call: Call, { provider }: IdentityRow): boolean {
  return Object.hasOwn(authOf(call).providers, provider)
}

/** A password or a passkey lets a user in, where the application has such. */
async function hasOtherWay(
  call: Call,
  records: RecordReader,
  owner: { readonly collection: string; readonly userId: string },
  stored: Parameters<typeof forApplication>[1],
): Promise<boolean> {
  const { passwords, factors } = authOf(call)
  if (factors && (await factorsOfUser(records, factors, owner)).passkeys > 0) return true
  if (passwords === false) return false
  const [credentials] = await records.find(CREDENTIALS.name, owner, { lock: true })
  if (passwordOf(credentials) === null) return false
  return passwords === true || passwords({ user: forApplication(call, stored) })
}
