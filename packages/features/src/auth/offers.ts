export { API_KEYS, CREDENTIALS, SESSIONS } from './auth-tables.ts'
export { isBootstrapCall } from './bootstrap.ts'
export { countLogin } from './count-logins.ts'
export { storeUser } from './create-user.ts'
export { factorsOfUser, methodsOf } from './factors/factors-of-user.ts'
export { IDENTITIES, type IdentityRow } from './auth-tables.ts'
export { endInvitation } from './invitations/invited.ts'
export { attemptWithoutWorker, MAILS_AT_ONCE, noticeMail, tooMany } from './mail-queue.ts'
export { endSessions } from './own-sessions.ts'
export { asUser, isFresh, ownSession, refuseKeys } from './own-session.ts'
export { passwordOf } from './passwords.ts'
export { sealedToken } from './resolve-credential.ts'
export { recogniseAgain } from './resolve-credential.ts'
export { MAIL_RETRIES, trySending } from './send-mail.ts'
export {
  type AuthorizationAnswer,
  type EndedAtProvider,
  type ExpectedCallback,
  type ProvedIdentity,
  providerClient,
} from './provider-client.ts'
export { cookieOf, endOtherSessions, type StartedSession, startSession } from './sessions.ts'
export { reportSignIn } from './signed-in-session.ts'
export {
  actorOf,
  addressOf,
  authOf,
  findUser,
  findUserByAddress,
  hasConfirmed,
  isOwnAddress,
} from './users.ts'
export { confirmAddress } from './user-fields.ts'
export { waysIn } from './ways-in.ts'
export { LONGEST_TOKEN } from './sign-in-api.ts'
