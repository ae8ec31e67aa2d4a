import type { AuthOptions, MailContent } from '../../contracts/auth.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/for-application.ts'
import { CREDENTIALS, type MailRow } from './auth-tables.ts'
import { languageOfUser } from '../preferences/offers.ts'
import { mailLink, providerLink, type Purpose } from './mail-link.ts'
import type { NoticeKind } from './mail-kind.ts'
import { keepToken, MAIL_WINDOW, MOST_MAILS, type TokenRecord } from './mailed-tokens.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'
import { INVITATIONS } from './invitations/invitation-table.ts'
import { isInvited } from './invitations/invited.ts'
import { addressOf, findUser, findUserByAddress, hashOfAddress } from './users.ts'

/** Of which a user is told by mail, within the window; the others are in the admin app. */
const MOST_MENTIONS = 20

/** Plans that failed: an editor may have put off a whole evening's work to the same moment. */
const MOST_SCHEDULES = 50

/** Changes of second factors: more than anybody makes, and few enough for a mailbox. */
const MOST_FACTOR_MAILS = 50

/** A mail with somebody to send it to; what it says is written when it goes out. */
export interface Mail {
  readonly to: string
  readonly write: () => MailContent
}

/** What a waiting mail comes to; null where there is nobody to send it to, or where the address has had its mails. */
export async function writtenMail(call: Call, auth: AuthOptions, row: MailRow): Promise<Mail | null> {
  const { kind } = row
  if (kind === 'recovery' || kind === 'verification') return tokenMail(call, auth, kind, row, MOST_MAILS)
  if (kind === 'welcome') return tokenMail(call, auth, 'verification', row, null)
  if (kind === 'invitation') return invitationMail(call, auth, row)
  return notice(call, auth, kind, row)
}

/**
 * The same statements whether or not there is such a user, or the next answer would tell by its delay: a token is kept for an address
 * that is nobody's as well, which nobody is told and which opens nothing.
 */
async function tokenMail(
  call: Call,
  auth: AuthOptions,
  purpose: Purpose,
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
  // Whoever is invited comes by the invitation, and in no other way.
  const isWaiting = auth.invitations !== null && (await isInvited(reader.records, owner))
  const user = isDone || isWaiting ? null : found
  const record = { purpose, address, userId: user?.id ?? '', lifetime: options.lifetime, most }
  const language = await languageFor(call, auth, owner.userId)
  const token = await keepToken(call, { ...record, ...attemptOf(row) })
  if (token === null || !user) return null
  const write = () =>
    options.template({
      token,
      url: mailLink(call, purpose, options, token),
      user: forApplication(call, user),
      language,
    })
  return { to: addressOf(user), write }
}

/** The mail that its invitation waits for, with a new link in the place of that of an earlier attempt. An older mail has nothing to say. */
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
  const write = () => invitations.template({ token, url, user: forApplication(call, user), language })
  return { to: row.address, write }
}

async function notice(call: Call, auth: AuthOptions, kind: NoticeKind, row: MailRow): Promise<Mail | null> {
  const { address } = row
  const record = { ...boundsOf(kind), address, userId: '', lifetime: MAIL_WINDOW }
  if ((await keepToken(call, { ...record, ...attemptOf(row) })) === null) return null
  // They were stored together with the kind.
  const template: (details: never) => MailContent = auth.notices[kind]
  const details = parseJson(row.details ?? '{}') as JsonObject
  const language = await languageFor(call, auth, await readerOfNotice(call, address, details))
  return { to: address, write: () => template({ ...details, language } as never) }
}

/** By the document that goes along, if there is one: whoever has another address now has not got this one any more. */
async function readerOfNotice(call: Call, address: string, { user }: JsonObject): Promise<string> {
  if (isObject(user) && typeof user['id'] === 'string') return user['id']
  const found = await findUserByAddress(call.runtime, call.runtime.storage.reader, call.entity, address)
  return found?.id ?? ''
}

/** What a user reads; looked up for nobody as well, so that this takes no longer for somebody. */
async function languageFor({ entity, runtime }: Call, { mailLanguage }: AuthOptions, userId: string): Promise<string> {
  const owner = { collection: entity.slug, userId }
  return (await languageOfUser(runtime.storage.reader.records, owner)) ?? mailLanguage
}

/** What others cause has a bound of its own: whoever mentions or registers somebody often must not keep away the mail that tells of another password. */
function boundsOf(kind: NoticeKind): Pick<TokenRecord, 'purpose' | 'most'> {
  // Whoever sets up all that there is gets a mail for each, and whoever then takes the account over gets no silence for it.
  if (kind === 'factorsChanged' || kind === 'passkeyRefused') return { purpose: 'factors', most: MOST_FACTOR_MAILS }
  if (kind === 'registeredAgain') return { purpose: 'registration', most: MOST_MAILS }
  if (kind === 'scheduleFailed') return { purpose: 'schedule', most: MOST_SCHEDULES }
  return kind === 'mentioned' ? { purpose: 'mention', most: MOST_MENTIONS } : { purpose: 'notice', most: MOST_MAILS }
}

function attemptOf({ id, tokenHash }: MailRow): Pick<TokenRecord, 'mailId' | 'formerHash'> {
  return { mailId: id, formerHash: tokenHash }
}
