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
export type {
  AuthOptions,
  ClientOrigin,
  CookieChange,
  Credential,
  MailContent,
  Mailer,
  MailTemplate,
  MentionedArguments,
  Notices,
  ScheduleFailedArguments,
  TokenMail,
} from '../contracts/auth.ts'
export type {
  ActorSession,
  FactorChange,
  FactorOptions,
  SecondFactor,
  SecondFactorChallenge,
  SessionFactor,
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
  type Recognised,
  type RecordOwner,
  recordOwner,
  signedIn,
} from '../engine/identity.ts'
export { hashOfToken, newToken } from '../engine/identity.ts'
export { hasAction, isInScope, refuseQueueing, requireScope, scopeActions } from '../engine/access.ts'
export { reportDone, reportRefused } from '../engine/tell-access.ts'
