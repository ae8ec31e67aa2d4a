import { isObject } from '../content/json-object.ts'
import { aBoolean, anObject, aText, oneOf } from '../fields/option-kinds.ts'
import { aPositiveCount } from './check-server.ts'
import { join, type ProblemList } from './problem-list.ts'

export interface SmtpConfig {
  readonly transport: 'smtp'
  /** `smtp://user:password@mail.example.com:587`, instead of the separate parts. */
  readonly url?: string
  readonly host?: string
  readonly port?: number
  readonly secure?: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
  /** The sender: `Quire <no-reply@example.com>`. */
  readonly from: string
}

export type EmailConfig = SmtpConfig

/**
 * Sends mail through an SMTP server. Without it, mail is printed to the log.
 *
 * @example
 * smtp({ host: 'mail.example.com', port: 587, from: 'My site <no-reply@example.com>' })
 */
export function smtp(options: Omit<SmtpConfig, 'transport'>): SmtpConfig {
  return { transport: 'smtp', ...options }
}

const emailKinds = {
  transport: oneOf('smtp'),
  url: aText,
  host: aText,
  port: aPositiveCount,
  secure: aBoolean,
  auth: anObject,
  from: aText,
}
const smtpAuthKinds = { user: aText, pass: aText }

export function checkEmail(value: unknown, place: string, problems: ProblemList): void {
  const email = problems.members(value, place, emailKinds, ['from'])
  if (isObject(email?.['auth'])) problems.members(email['auth'], join(place, 'auth'), smtpAuthKinds, ['user', 'pass'])
}
