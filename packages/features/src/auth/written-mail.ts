import {
  type AuthOptions,
  type Call,
  forApplication,
  hashOfToken,
  isObject,
  type JsonObject,
  type MailContent,
  newToken,
  parseJson,
} from '@quirecms/core/feature'
import { CREDENTIALS, MAIL_WINDOW, type MailRow, type NoticeKind } from './auth-tables.ts'
import { languageOfUser } from '../preferences/offers.ts'
import { defaultMails } from './mails/default-mails.ts'
import { mailLink, providerLink, type MailLinkPurpose } from './mail-link.ts'
import { keepToken, MOST_MAILS, type TokenRecord } from './mailed-tokens.ts'
import { INVITATIONS } from './invitations/invitation-table.ts'
import { isInvited } from './invitations/invited.ts'
import { addressOf, findUser, findUserByAddress, hashOfAddress } from './users.ts'

/** Maximum number of mails about mentions to a user within the window; the admin app shows the others. */
const MOST_MENTIONS = 20

/** Maximum number of mails about failed schedules: an editor may have scheduled many for the same moment. */
const MOST_SCHEDULES = 50

/** Maximum number of mails about changes of second factors: more than users make, and few enough for a mailbox. */
const MOST_FACTOR_MAILS = 50

/** A mail with a recipient. `write` renders its content when it is sent. */
export interface Mail {
  readonly to: string
  readonly write: () => MailContent
}

/** The mail for a queue record; null if there is no recipient, or the address has reached its limit. */
export async function writtenMail(call: Call, auth: AuthOptions, row: MailRow): Promise<Mail | null> {
  const { kind } = row
  if (kind === 'recovery' || kind === 'verification') return tokenMail(call, auth, kind, row, MOST_MAILS)
  if (kind === 'welcome') return tokenMail(call, auth, 'verification', row, null)
  if (kind === 'invitation') return invitationMail(call, auth, row)
  return notice(call, auth, kind, row)
}

/**
 * Runs the same statements whether or not the user exists: otherwise, the delay of the next answer would tell. For
 * unknown addresses, it stores a token that is not sent and never valid.
 */
async function tokenMail(
  call: Call,
  auth: AuthOptions,
  purpose: MailLinkPurpose,
  row: MailRow,
  most: number | null,
): Promise<Mail | null> {
  const options = auth[purpose]
  if (!options) return null
  const { address } = row
  const { reader } = call.runtime.storage
  const found = await findUserByAddress(call.runtime, reader, call.entity, address)
  const owner = { collection: call.entity.slug, userId: found?.id ?? '' }
  const [credentials] = await reader.records.find(CREDENTIALS.name, owner)
  const isDone = purpose === 'verification' && credentials?.verifiedAddress === hashOfAddress(address)
  // An invited user has to use the invitation.
  const isWaiting = auth.invitations !== null && (await isInvited(reader.records, owner))
  const user = isDone || isWaiting ? null : found
  const record = { purpose, address, userId: user?.id ?? '', lifetime: options.lifetime, most }
  const language = await languageFor(call, auth, owner.userId)
  const template = options.template ?? (await defaultMails(language, auth.mailLanguage))[purpose]
  const token = await keepToken(call, { ...record, ...attemptOf(row) })
  if (token === null || !user) return null
  const write = () =>
    template({
      token,
      url: mailLink(call, purpose, options, token),
      user: forApplication(call, user),
      language,
    })
  return { to: addressOf(user), write }
}

/**
 * The mail of an invitation, with a new link that replaces that of the previous attempt; null for a mail that the
 * invitation no longer waits for.
 */
async function invitationMail(call: Call, auth: AuthOptions, row: MailRow): Promise<Mail | null> {
  const { invitations } = auth
  const { userId } = parseJson(row.details ?? '{}') as { userId?: string }
  if (!invitations || userId === undefined) return null
  const user = await findUser(call.runtime, call.runtime.storage.reader, call.entity, userId)
  if (!user || addressOf(user) !== row.address) return null
  const token = newToken()
  const now = call.runtime.clock()
  const sent = await call.runtime.storage.transaction(({ records }) =>
    records.update(
      INVITATIONS.name,
      { collection: call.entity.slug, userId, mailId: row.id },
      {
        tokenHash: hashOfToken(token),
        sentAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + invitations.lifetime).toISOString(),
      },
    ),
  )
  if (sent === 0) return null
  const url = providerLink(call, auth) ?? mailLink(call, 'invitation', invitations, token)
  const language = await languageFor(call, auth, userId)
  const mails = await defaultMails(language, auth.mailLanguage)
  const template = invitations.template ?? (auth.passwords === false ? mails.providerInvitation : mails.invitation)
  const write = () => template({ token, url, user: forApplication(call, user), language })
  return { to: row.address, write }
}

async function notice(call: Call, auth: AuthOptions, kind: NoticeKind, row: MailRow): Promise<Mail | null> {
  const { address } = row
  const record = { ...boundsOf(kind), address, userId: '', lifetime: MAIL_WINDOW }
  if ((await keepToken(call, { ...record, ...attemptOf(row) })) === null) return null
  const details = parseJson(row.details ?? '{}') as JsonObject
  const language = await languageFor(call, auth, await readerOfNotice(call, address, details))
  // The details were stored together with the kind.
  const template: (details: never) => MailContent =
    auth.notices[kind] ?? (await defaultMails(language, auth.mailLanguage)).notices[kind]
  return { to: address, write: () => template({ ...details, language } as never) }
}

/** Prefers the user in the details: the address may belong to another user by now. */
async function readerOfNotice(call: Call, address: string, { user }: JsonObject): Promise<string> {
  if (isObject(user) && typeof user['id'] === 'string') return user['id']
  const found = await findUserByAddress(call.runtime, call.runtime.storage.reader, call.entity, address)
  return found?.id ?? ''
}

/** Language of the user's mails. Also looked up for unknown users: constant time, no account enumeration. */
async function languageFor({ entity, runtime }: Call, { mailLanguage }: AuthOptions, userId: string): Promise<string> {
  const owner = { collection: entity.slug, userId }
  return (await languageOfUser(runtime.storage.reader.records, owner)) ?? mailLanguage
}

/**
 * Notices that others can cause have limits of their own: mentioning or registering a user often must not suppress
 * the mail about a changed password.
 */
function boundsOf(kind: NoticeKind): Pick<TokenRecord, 'purpose' | 'most'> {
  // Setting up several factors sends a mail for each, and must not suppress the mails about a later takeover.
  if (kind === 'factorsChanged' || kind === 'passkeyRefused') return { purpose: 'factors', most: MOST_FACTOR_MAILS }
  if (kind === 'registeredAgain') return { purpose: 'registration', most: MOST_MAILS }
  if (kind === 'scheduleFailed') return { purpose: 'schedule', most: MOST_SCHEDULES }
  return kind === 'mentioned' ? { purpose: 'mention', most: MOST_MENTIONS } : { purpose: 'notice', most: MOST_MAILS }
}

function attemptOf({ id, tokenHash }: MailRow): Pick<TokenRecord, 'mailId' | 'formerHash'> {
  return { mailId: id, formerHash: tokenHash }
}
