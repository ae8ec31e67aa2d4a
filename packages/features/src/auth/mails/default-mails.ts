import type { MailContent, MailTemplate, Notices } from '@quirecms/core/feature'
import { counted, fill, languageOf, type MailLanguage } from './language.ts'

export interface DefaultMails {
  readonly recovery: MailTemplate
  readonly verification: MailTemplate
  readonly invitation: MailTemplate
  /** The invitation if users have no password. */
  readonly providerInvitation: MailTemplate
  readonly notices: Notices
}

/** The mails in the language of their reader if Quire has it, otherwise in that of the application. */
export async function defaultMails(language: string, fallback: string): Promise<DefaultMails> {
  const said = await languageOf([language, fallback])
  return {
    recovery({ token, url }) {
      const { subject, asked, otherwise, button, ...way } = said.words.recovery
      return mail(said, subject, [asked, wayOf(way, token, url), otherwise], { label: button, url })
    },
    verification({ token, url }) {
      const { subject, asked, button, ...way } = said.words.verification
      return mail(said, subject, [asked, wayOf(way, token, url)], { label: button, url })
    },
    invitation({ token, url }) {
      const { subject, made, limits, button, ...way } = said.words.invitation
      return mail(said, subject, [made, wayOf(way, token, url), limits], { label: button, url })
    },
    providerInvitation({ url }) {
      const { subject, made } = said.words.invitation
      const { link, anywhere, otherwise, button } = said.words.byProvider
      const way = url === null ? anywhere : fill(link, { url })
      return mail(said, subject, [made, way, otherwise], { label: button, url })
    },
    notices: noticesIn(said),
  }
}

function noticesIn(said: MailLanguage): Notices {
  return {
    addressChanged() {
      const { subject, what, otherwise } = said.words.addressChanged
      return mail(said, subject, [what, otherwise])
    },
    registeredAgain() {
      const { subject, what, signIn, otherwise } = said.words.registeredAgain
      return mail(said, subject, [what, signIn, otherwise])
    },
    passwordReset({ apiKeys, apiKeysEnded, passkeys, providers }) {
      const { subject, what, keysEnded, keysLeft, alsoBy, otherwise, ...names } = said.words.passwordReset
      const count = (forms: typeof keysLeft, number: number) => counted(said.language, forms, number)
      const ways = [
        ...(passkeys > 0 ? [count(names.passkeys, passkeys)] : []),
        ...(providers > 0 ? [count(names.providers, providers)] : []),
      ]
      return mail(said, subject, [
        what,
        ...(apiKeys > 0 ? [count(apiKeysEnded ? keysEnded : keysLeft, apiKeys)] : []),
        ...(ways.length > 0 ? [fill(alsoBy, { ways: new Intl.ListFormat(said.language).format(ways) })] : []),
        otherwise,
      ])
    },
    mentioned({ author, title, comment, url }) {
      const { what, byNobody, begins, link, button } = said.words.mentioned
      const names = { author: oneLine(author ?? ''), title: oneLine(title) }
      const sentence = fill(author === null ? byNobody : what, names)
      // Quotes each line, by any line separator, so that a comment cannot pass for a text of the service.
      const quoted = comment.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => `> ${line}`)
      const lines = [
        fill(begins, { what: sentence }),
        quoted.join('\n'),
        ...(url === null ? [] : [fill(link, { url })]),
      ]
      return mail(said, oneLine(sentence), lines, { label: button, url })
    },
    scheduleFailed({ action, title, runAt, code, fields, url }) {
      const { when, forbidden, otherwise, again, link, button, ...words } = said.words.scheduleFailed
      const what = fill(words[action], { title: oneLine(title) })
      const moment = new Intl.DateTimeFormat(said.language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
      const listed = new Intl.ListFormat(said.language).format(fields.map(oneLine))
      const reason = code === 'forbidden' ? forbidden : otherwise
      return mail(
        said,
        oneLine(what),
        [
          fill(when, { what, when: moment.format(new Date(runAt)) }),
          fields.length > 0 ? fill(words.fields, { fields: listed }) : reason,
          again,
          ...(url === null ? [] : [fill(link, { url })]),
        ],
        { label: button, url },
      )
    },
    factorsChanged({ change, name, recoveryCodes }) {
      const { changes, sentence, sentenceWithName, oldCodes, codesLeft, makeCodes, byOthers, otherwise } =
        said.words.factors
      const what = changes[change]
      const left = counted(said.language, codesLeft, recoveryCodes)
      return mail(said, what, [
        name === null ? fill(sentence, { what }) : fill(sentenceWithName, { what, name: oneLine(name) }),
        ...(change === 'recoveryCodesMade' ? [oldCodes] : []),
        ...(change === 'recoveryCodeUsed' ? [recoveryCodes < FEW_CODES ? `${left} ${makeCodes}` : left] : []),
        ...(change === 'reset' ? [byOthers] : []),
        otherwise,
      ])
    },
    passkeyRefused({ name }) {
      const { subject, what, restored, otherwise } = said.words.passkeyRefused
      return mail(said, subject, [fill(what, { name: oneLine(name) }), restored, otherwise])
    },
  }
}

const FEW_CODES = 3

function wayOf({ link, token: words }: { link: string; token: string }, token: string, url: string | null): string {
  return url === null ? fill(words, { token }) : fill(link, { url })
}

interface Action {
  readonly label: string
  /** Null without a target; then there is no button. */
  readonly url: string | null
}

function mail(
  { language }: MailLanguage,
  subject: string,
  paragraphs: readonly string[],
  action?: Action,
): MailContent {
  const text = paragraphs.join('\n\n')
  const { label = '', url = null } = action ?? {}
  return { subject, text, language, ...(url !== null && { action: { label, url } }) }
}

const LONGEST_SUBJECT = 150

/** Collapses a subject or name to one line: user input must not start another line. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > LONGEST_SUBJECT ? `${line.slice(0, LONGEST_SUBJECT - 1).trimEnd()}…` : line
}
