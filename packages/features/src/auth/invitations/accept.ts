import {
  type Call,
  type CheckedBody,
  execute,
  forApplication,
  hashOfToken,
  inTransaction,
  type JsonObject,
  QuireError,
  readerOf,
  reportDone,
  runHooks,
  type StoredDocument,
  storesDocument,
  type Unit,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from '../sign-in-api.ts'
import { CREDENTIALS } from '../auth-tables.ts'
import { guesserOf } from '../known-devices.ts'
import { refuseWithoutPassword } from '../login.ts'
import { confirmationMail } from '../mail-queue.ts'
import { hashPassword, inHashQueue, passwordIssues } from '../passwords.ts'
import { type SignedIn, signedInAnswer, startSignedIn } from '../signed-in-session.ts'
import { actorOf, addressOf, authOf, findUser, hashOfAddress } from '../users.ts'
import { confirmAddress } from '../user-fields.ts'
import { ACCEPT_API } from './invitation-api.ts'
import { type InvitationRow, INVITATIONS } from './invitation-table.ts'
import { ownerOf } from './invited.ts'

type Accepted = CheckedBody<typeof ACCEPT_API.acceptInvitation>

/**
 * Sets the password and starts a session, in one transaction. A mailed link proves that the client owns the address,
 * and confirms it. A copied link doesn't: if addresses must be confirmed, the client gets a mail instead of a session,
 * as after `create-user`.
 */
export const acceptInvitation = storesDocument({
  ...ACCEPT_API.acceptInvitation,
  credentials: 'none',
  limitedAsAuth: true,
  accessAction: null,
  async stores(call) {
    const auth = authOf(call)
    const body = call.input.body as Accepted
    const issues = passwordIssues(body.password, auth, 'password')
    if (issues.length > 0)
      throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
    // Check the token before hashing.
    await invitationBy(call, readerOf(call).records, body.token, false)
    const passwordHash = await inHashQueue((place) => hashPassword(body.password, place))
    const accepted = await inTransaction(call, async (unit) => {
      const { user: invited, isMailed } = await redeem(call, unit, body.token)
      const own = await withPassword(call, unit, invited, passwordHash, isMailed)
      const document = body.data ? await changed(own, unit, invited, body.data as JsonObject) : invited
      const started = isMailed || !auth.verification ? await start(own, unit, document) : null
      if (started === null) await askToConfirm(own, unit, document)
      return { document, call: own, beside: { auth, started } }
    })
    const { started } = accepted.beside
    // Thrown after commit: the password is set.
    if (started === null)
      throw new QuireError(
        'unverified',
        'The password is set. Confirm the email address with the link in the mail that was just sent, and sign in.',
      )
    return { ...accepted, beside: { auth, started } }
  },
  answers: signedInAnswer,
})

interface FoundInvitation {
  readonly row: InvitationRow
  /** Whether the token is that of the mail, and not of a copied link. */
  readonly isMailed: boolean
}

async function invitationBy(
  { entity, runtime }: Call,
  records: Pick<Unit['tx']['records'], 'find'>,
  token: string,
  lock: boolean,
): Promise<FoundInvitation> {
  const collection = entity.slug
  const hash = hashOfToken(token.slice(0, LONGEST_TOKEN))
  const options = lock ? { lock: true } : {}
  const now = runtime.clock().toISOString()
  const [mailed] = await records.find(INVITATIONS.name, { collection, tokenHash: hash }, options)
  if (mailed && mailed.expiresAt > now) return { row: mailed, isMailed: true }
  const [copied] = await records.find(INVITATIONS.name, { collection, linkHash: hash }, options)
  if (copied?.linkExpiresAt && copied.linkExpiresAt > now) return { row: copied, isMailed: false }
  throw invalidInvitation()
}

/** One message for used, expired, withdrawn, resent and unknown invitations. */
function invalidInvitation(): QuireError {
  return new QuireError(
    'invalid_token',
    'The invitation was used already, has expired, or was withdrawn. Ask the person who invited you for a new one.',
  )
}

/** Deletes the invitation, and returns its user, if the user still has the address that the link was sent to. */
async function redeem(call: Call, { tx }: Unit, token: string): Promise<{ user: StoredDocument; isMailed: boolean }> {
  const { row, isMailed } = await invitationBy(call, tx.records, token, true)
  if ((await tx.records.remove(INVITATIONS.name, ownerOf(call, row.userId))) === 0) throw invalidInvitation()
  const user = await findUser(call.runtime, tx, call.entity, row.userId)
  const addressHash = isMailed ? row.addressHash : row.linkAddressHash
  if (!user || hashOfAddress(addressOf(user)) !== addressHash) throw invalidInvitation()
  return { user, isMailed }
}

/** Sets the password; the returned call has the user as its actor. */
async function withPassword(
  call: Call,
  { tx }: Unit,
  user: StoredDocument,
  passwordHash: string,
  isMailed: boolean,
): Promise<Call> {
  const owner = ownerOf(call, user.id)
  const isKnown = (await tx.records.update(CREDENTIALS.name, owner, { passwordHash })) > 0
  if (!isKnown) await tx.records.insert(CREDENTIALS.name, { ...owner, passwordHash, verifiedAddress: null })
  if (isMailed) await confirmAddress(call, tx, user)
  const actor = actorOf(call.runtime, call.entity, user, isMailed || !authOf(call).verification)
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
  return startSignedIn(call, unit, {
    stored,
    doc,
    factors: ['password'],
    guesser,
    accessAction: 'auth.invitationAccepted',
  })
}

/** Ends the invitation without a session: the user signs in once the address is confirmed. */
async function askToConfirm(call: Call, unit: Unit, stored: StoredDocument): Promise<void> {
  await refuseWithoutPassword(authOf(call), forApplication(call, stored))
  await confirmationMail(call, unit, 'welcome', stored)
  await reportDone(call, unit, { action: 'auth.invitationAccepted', documentId: stored.id })
}
