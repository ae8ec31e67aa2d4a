export type {
  Actor,
  Context,
  FieldAccess,
  KeyScopes,
  KeyState,
  Rule,
  RuleArguments,
  RuleName,
} from '../contracts/access.ts'
export {
  type AuthOptions,
  type ClientOrigin,
  type CookieChange,
  type Credential,
  LONGEST_TOKEN,
  type MailContent,
  type Mailer,
  type MailTemplate,
  type MentionedArguments,
  type Notices,
  type ScheduleFailedArguments,
  type TokenMail,
} from '../contracts/auth.ts'
export {
  type ActorSession,
  type FactorChange,
  type FactorOptions,
  SECOND_FACTORS,
  type SecondFactor,
  type SecondFactorChallenge,
  type SessionFactor,
} from '../contracts/factors.ts'
export type { Claims, IdentityProvider } from '../contracts/identity-provider.ts'
export type { MailApi, MailMessage } from '../contracts/mail.ts'
export { defineService, type Service } from '../contracts/service.ts'
export {
  anyCaller,
  currentActor,
  currentCreator,
  currentKey,
  holdUser,
  keyIdOf,
  type Recognised,
  type RecordOwner,
  recordOwner,
  signedIn,
} from '../engine/identity.ts'
export { hashOfToken, newToken } from '../engine/identity.ts'
export { actionsOf, EVERY, hasAction, includesAction, isInScope, outOfScope, refuseQueueing } from '../engine/access.ts'
export { reportDone, reportRefused } from '../engine/tell-access.ts'
