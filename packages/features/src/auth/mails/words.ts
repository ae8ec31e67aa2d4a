import type { FactorChange } from '@quirecms/core/feature'

export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

interface LinkOrToken {
  readonly link: string
  readonly token: string
}

/** All texts of mails. Names in braces are placeholders. */
export interface MailWords {
  readonly recovery: LinkOrToken & NamedMail & { readonly asked: string; readonly otherwise: string }
  readonly verification: LinkOrToken & NamedMail & { readonly asked: string }
  readonly invitation: LinkOrToken & NamedMail & { readonly made: string; readonly limits: string }
  /** The texts of invitations without a password. */
  readonly byProvider: Omit<LinkOrToken, 'token'> &
    Pick<NamedMail, 'button'> & { readonly anywhere: string; readonly otherwise: string }
  readonly addressChanged: Pick<NamedMail, 'subject'> & { readonly what: string; readonly otherwise: string }
  readonly registeredAgain: Pick<NamedMail, 'subject'> & {
    readonly what: string
    readonly signIn: string
    readonly otherwise: string
  }
  readonly passwordReset: Pick<NamedMail, 'subject'> & {
    readonly what: string
    readonly keysEnded: PluralForms
    readonly keysLeft: PluralForms
    /** `{ways}` is the list of the two below. */
    readonly alsoBy: string
    readonly passkeys: PluralForms
    readonly providers: PluralForms
    readonly otherwise: string
  }
  readonly mentioned: Pick<NamedMail, 'button'> &
    Omit<LinkOrToken, 'token'> & {
      readonly what: string
      readonly byNobody: string
      readonly begins: string
    }
  readonly scheduleFailed: Pick<NamedMail, 'button'> &
    Omit<LinkOrToken, 'token'> & {
      readonly publish: string
      readonly unpublish: string
      /** `{what}` is one of the two above. */
      readonly when: string
      /** `{fields}` are their labels. */
      readonly fields: string
      readonly forbidden: string
      readonly otherwise: string
      readonly again: string
    }
  readonly factors: {
    readonly changes: Readonly<Record<FactorChange, string>>
    readonly sentence: string
    readonly sentenceWithName: string
    readonly oldCodes: string
    readonly codesLeft: PluralForms
    readonly makeCodes: string
    readonly byOthers: string
    readonly otherwise: string
  }
  readonly passkeyRefused: Pick<NamedMail, 'subject'> & {
    readonly what: string
    readonly restored: string
    readonly otherwise: string
  }
  /** The built-in page for links of mails without a page of the application. */
  readonly page: {
    readonly newPassword: string
    readonly password: string
    readonly done: string
    readonly failed: string
    /** For all other failures: the link may still work. */
    readonly later: string
  }
}

interface NamedMail {
  readonly subject: string
  readonly button: string
}
