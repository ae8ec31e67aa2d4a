import type { FactorChange } from '../../contracts/factors.ts'

/** The same in as many forms as the language has for numbers. */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** A sentence with a link in it, and the same where there is none. */
interface Way {
  readonly link: string
  readonly token: string
}

/** Everything that Quire says in mails. What stands in braces is filled in. */
export interface MailWords {
  readonly recovery: Way & Named & { readonly asked: string; readonly otherwise: string }
  readonly verification: Way & Named & { readonly asked: string }
  readonly invitation: Way & Named & { readonly made: string; readonly limits: string }
  /** Where nobody chooses a password. */
  readonly byProvider: Omit<Way, 'token'> &
    Pick<Named, 'button'> & { readonly anywhere: string; readonly otherwise: string }
  readonly addressChanged: Pick<Named, 'subject'> & { readonly what: string; readonly otherwise: string }
  readonly registeredAgain: Pick<Named, 'subject'> & {
    readonly what: string
    readonly signIn: string
    readonly otherwise: string
  }
  readonly passwordReset: Pick<Named, 'subject'> & {
    readonly what: string
    readonly keysEnded: Counted
    readonly keysLeft: Counted
    /** `{ways}` are the two below. */
    readonly alsoBy: string
    readonly passkeys: Counted
    readonly providers: Counted
    readonly otherwise: string
  }
  readonly mentioned: Pick<Named, 'button'> &
    Omit<Way, 'token'> & {
      readonly what: string
      readonly byNobody: string
      /** Before the comment. */
      readonly begins: string
    }
  readonly scheduleFailed: Pick<Named, 'button'> &
    Omit<Way, 'token'> & {
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
    readonly codesLeft: Counted
    readonly makeCodes: string
    readonly byOthers: string
    readonly otherwise: string
  }
  readonly passkeyRefused: Pick<Named, 'subject'> & {
    readonly what: string
    readonly restored: string
    readonly otherwise: string
  }
  /** The plain page that a link leads to where there is no other. */
  readonly page: {
    readonly newPassword: string
    readonly password: string
    readonly done: string
    readonly failed: string
    /** Whatever else is in the way: the link may still work. */
    readonly later: string
  }
}

interface Named {
  readonly subject: string
  readonly button: string
}
