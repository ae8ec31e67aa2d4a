import type { MailLayout } from '../contracts/mail.ts'
import { aFunction, isLanguageTag, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** The layout of all mails, independent of their texts and transport. */
export interface MailConfig {
  /** Makes the HTML of mails without HTML of their own, instead of the layout of Quire. */
  readonly layout?: MailLayout
  /** A footer for every mail: who sends it, and how to reach them. */
  readonly footer?: string
  /** The language of your mails: `'de'`. It also sets the text direction. `'en'` by default. */
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
