import {
  type Call,
  type CheckedBody,
  execute,
  forApplication,
  hashOfToken,
  inTransaction,
  type JsonObject,
  LONGEST_TOKEN,
  QuireError,
  readerOf,
  runHooks,
  type StoredDocument,
  storesDocument,
  type Unit,
} from '@quirecms/core/feature'
import { CREDENTIALS } from '../auth-tables.ts'
import { guesserOf } from '../known-devices.ts'
import { refuseWithoutPassword } from '../login.ts'
import { hashPassword, inHashQueue, passwordIssues } from '../passwords.ts'
import { type SignedIn, signedInAnswer, startSignedIn } from '../signed-in-session.ts'
import { actorOf, addressOf, authOf, findUser, hashOfAddress } from '../users.ts'
import { confirmAddress } from '../verified-field.ts'
import { ACCEPT_API } from './invitation-api.ts'
import { INVITATIONS } from './invitation-table.ts'
import { ownerOf } from './invited.ts'

type Accepted = CheckedBody<typeof ACCEPT_API.acceptInvitation>

/**
 * The link proves that the client owns the address. Sets the password, confirms the address and starts a session, in
 * one transaction.
 */
export const acceptInvitation = storesDocument({
  ...ACCEPT_API.acceptInvitation,
  credentials: 'none',
  limitedAsAuth: true,
  tells: null,
  async stores(call) {
    const auth = authOf(call)
    const body = call.input.body as Accepted
    const issues = passwordIssues(body.password, auth, 'password')
    if (issues.length > 0)
      throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
    // Check the token before hashing.
    await invitationBy(call, readerOf(call).records, body.token, false)
    const passwordHash = await inHashQueue((place) => hashPassword(body.password, place))
    return inTransaction(call, async (unit) => {
      const invited = await redeem(call, unit, body.token)
      const own = await withPassword(call, unit, invited, passwordHash)
      const document = body.data ? await changed(own, unit, invited, body.data as JsonObject) : invited
      const started = await start(own, unit, document)
      return { document, call: own, beside: { auth, started } }
    })
  },
  answers: signedInAnswer,
})

async function invitationBy(
  { entity, runtime }: Call,
  records: Pick<Unit['tx']['records'], 'find'>,
  token: string,
  lock: boolean,
) {
  const match = { collection: entity.slug, tokenHash: hashOfToken(token.slice(0, LONGEST_TOKEN)) }
  const [row] = await records.find(INVITATIONS.name, match, lock ? { lock: true } : {})
  if (!row || row.expiresAt <= runtime.clock().toISOString()) throw invalidInvitation()
  return row
}

/** One message for used, expired, withdrawn, resent and unknown invitations. */
function invalidInvitation(): QuireError {
  return new QuireError(
    'invalid_token',
    'The invitation was used already, has expired, or was withdrawn. Ask the person who invited you for a new one.',
  )
}

/** Deletes the invitation, and returns its user, if the user still has the address that the link was sent to. */
async function redeem(call: Call, { tx }: Unit, token: string): Promise<StoredDocument> {
  const row = await invitationBy(call, tx.records, token, true)
  if ((await tx.records.remove(INVITATIONS.name, ownerOf(call, row.userId))) === 0) throw invalidInvitation()
  const user = await findUser(call.runtime, tx, call.entity, row.userId)
  if (!user || hashOfAddress(addressOf(user)) !== row.addressHash) throw invalidInvitation()
  return user
}

/** Sets the password; the returned call has the user as its actor. */
async function withPassword(call: Call, { tx }: Unit, user: StoredDocument, passwordHash: string): Promise<Call> {
  const owner = ownerOf(call, user.id)
  const isKnown = (await tx.records.update(CREDENTIALS.name, owner, { passwordHash })) > 0
  if (!isKnown) await tx.records.insert(CREDENTIALS.name, { ...owner, passwordHash, verifiedAddress: null })
  await confirmAddress(call, tx, user)
  const actor = actorOf(call.runtime, call.entity, user, true)
  return { ...call, caller: { ...call.caller, actor } }
}

/** Applies `data` as an update by the user, under the user's own rights. */
async function changed(call: Call, { tx }: Unit, user: StoredDocument, data: JsonObject): Promise<StoredDocument> {
  const { runtime, entity, caller } = call
  try {
    await execute(runtime, entity, 'update', { id: user.id, body: data, query: {}, params: {} }, caller)
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'validation') throw error
    const issues = (error.issues ?? []).map((issue) => ({ ...issue, path: `data.${issue.path}` }))
    throw new QuireError('validation', error.message, { issues })
  }
  return (await findUser(runtime, tx, entity, user.id)) ?? user
}

async function start(call: Call, unit: Unit, stored: StoredDocument): Promise<SignedIn> {
  const doc = forApplication(call, stored)
  await refuseWithoutPassword(authOf(call), doc)
  await runHooks(call, 'beforeLogin', { id: stored.id, doc })
  const guesser = await guesserOf(call, authOf(call), addressOf(stored))
  return startSignedIn(call, unit, { stored, doc, factors: ['password'], guesser, tells: 'auth.invitationAccepted' })
}
