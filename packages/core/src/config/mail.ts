import type { MailLayout } from '../contracts/mail.ts'
import { aFunction, isLanguageTag, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** What mails look like, whoever writes their words and however they are sent. */
export interface MailConfig {
  /** Makes the HTML of every mail that brings none of its own, in the place of the layout of Quire. */
  readonly layout?: MailLayout
  /** Below every mail: who sends it, and how to reach them. */
  readonly footer?: string
  /** The language that your mails are written in: `'de'`. It also says how they run. `'en'` by default. */
  readonly language?: string
}

const LONGEST_FOOTER = 2_000

const aFooter: OptionKind = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_FOOTER
    ? null
    : `must be a text of up to ${LONGEST_FOOTER} characters`

const aLanguage: OptionKind = (value) =>
  typeof value === 'string' && isLanguageTag(value) ? null : "must be a language tag such as 'en' or 'pt-BR'"

const mailKinds: { readonly [Name in keyof MailConfig]-?: OptionKind } = {
  layout: aFunction,
  footer: aFooter,
  language: aLanguage,
}

export function checkMail(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, mailKinds)
}
