import type { FactorChange, FactorOptions } from './factors.ts'
import type { IdentityProvider, MayUsePassword } from './identity-provider.ts'
import type { JsonObject } from './json.ts'
import type { MailAction } from './mail.ts'

/** The longest text that is looked up as a token; whatever is longer was not made here. */
export const LONGEST_TOKEN = 256

/** The resolved `auth` of an auth collection (docs/contract/authentication.md#auth-defaults). Durations in milliseconds. */
export interface AuthOptions {
  /** Null where users have none. */
  readonly apiKeys: { readonly endOnReset: boolean } | null
  /** Whether there are users without password and address, who can have API keys only. */
  readonly serviceAccounts: boolean
  readonly recovery: TokenMail | null
  readonly verification: TokenMail | null
  /** Null if invitations are off. */
  readonly invitations: TokenMail | null
  readonly lockout: { readonly attempts: number; readonly duration: number } | null
  /** Whether registering tells that an address is known. */
  readonly registration: 'open' | 'private'
  /** The data that the first user gets; null if bootstrap is off. */
  readonly bootstrap: JsonObject | null
  /** How long after its login a session may change what the user signs in with. */
  readonly freshFor: number
  readonly notices: Notices
  /** Language of mails to users who have chosen none. */
  readonly mailLanguage: string
  /** By their keys; none where users sign in with passwords alone. */
  readonly providers: Readonly<Record<string, IdentityProvider>>
  /** Whether users have passwords, or which of them do. */
  readonly passwords: boolean | MayUsePassword
  readonly session: {
    readonly lifetime: number
    readonly maximum: number
    /** How often the provider is asked whether a session still stands; null for never. */
    readonly recheck: number | null
  }
  readonly password: { readonly min: number; readonly max: number }
  /** Null where a password is all that users have. */
  readonly factors: FactorOptions | null
  /** Whether the cookie is for https only. If undefined, it is, except over plain http on loopback. */
  readonly secureCookie: boolean | undefined
}

/** A token that is sent by mail. */
export interface TokenMail {
  readonly lifetime: number
  /** The page that the link leads to; null for that of the service. */
  readonly url: string | null
  /** Whether the application writes the mail itself, with a link of its own perhaps. */
  readonly isOwn: boolean
  readonly template: MailTemplate
}

export interface InLanguage {
  /** What the user reads: as its preference `language` says, or else `mail.language`, or else `en`. */
  readonly language: string
}

export interface MailTemplateArguments extends InLanguage {
  readonly token: string
  /** Link, based on the configured public URL, never on the request. Null if there is none. */
  readonly url: string | null
  readonly user: JsonObject
}

export type MailTemplate = (args: MailTemplateArguments) => MailContent

/** Mails that users get without a request: a credential changed, or another user mentioned them. */
export interface Notices {
  /** Goes to the address that the user had. */
  readonly addressChanged: (args: AddressChangedArguments) => MailContent
  readonly passwordReset: (args: PasswordResetArguments) => MailContent
  /** Goes to a user whose address was registered again, if only the owner may learn that it is taken. */
  readonly registeredAgain: (args: RegisteredAgainArguments) => MailContent
  /** Goes to a user who is mentioned in a comment. */
  readonly mentioned: (args: MentionedArguments) => MailContent
  /** Goes to a user who scheduled something that could not be published or unpublished. */
  readonly scheduleFailed: (args: ScheduleFailedArguments) => MailContent
  /** Goes to a user whose passkeys, one-time codes or recovery codes are others now, or who has used a recovery code. */
  readonly factorsChanged: (args: FactorsChangedArguments) => MailContent
  /** Goes to a user whose passkey seems to have been copied, and was refused. */
  readonly passkeyRefused: (args: PasskeyRefusedArguments) => MailContent
}

export interface RegisteredAgainArguments extends InLanguage {
  readonly email: string
}

export interface AddressChangedArguments extends InLanguage {
  /** The user as it was before. */
  readonly user: JsonObject
}

export interface PasswordResetArguments extends InLanguage {
  readonly user: JsonObject
  /** How many API keys the user had at the reset. */
  readonly apiKeys: number
  /** Whether the reset ended them. */
  readonly apiKeysEnded: boolean
  /** How many passkeys and providers the user can sign in with besides: a reset leaves them as they are. */
  readonly passkeys: number
  readonly providers: number
}

export interface FactorsChangedArguments extends InLanguage {
  readonly user: JsonObject
  readonly change: FactorChange
  /** What the passkey or the provider is called, if it is about one. */
  readonly name: string | null
  /** How many recovery codes the user has left. */
  readonly recoveryCodes: number
}

export interface PasskeyRefusedArguments extends InLanguage {
  readonly user: JsonObject
  /** What the passkey is called. */
  readonly name: string
}

export interface MentionedArguments extends InLanguage {
  /** Who wrote the comment, by the name that the mentioned user may read; null if that is none. */
  readonly author: string | null
  /** What the document is called, again as far as the mentioned user may read it. */
  readonly title: string
  /** Text of the comment as the author typed it: escape it for HTML. */
  readonly comment: string
  /** The document in the admin app; null where that is not served, or the service doesn't know its own address. */
  readonly url: string | null
}

export interface ScheduleFailedArguments extends InLanguage {
  readonly action: 'publish' | 'unpublish'
  /** What the document is called, as far as the user may read it. */
  readonly title: string
  /** When it was to happen: a date and time in UTC. */
  readonly runAt: string
  /** Why it could not: `validation`, `forbidden` or another code of an error. */
  readonly code: string
  /** Labels of the document's invalid fields, in the user's language if available. */
  readonly fields: readonly string[]
  /** The document in the admin app; null where that is not served, or the service doesn't know its own address. */
  readonly url: string | null
}

export interface MailContent {
  readonly subject: string
  readonly text: string
  /** HTML body; generated from the text if absent (docs/mail.md). */
  readonly html?: string
  /** What the reader is to do next. In the HTML that is made of the text, a button takes the place of the paragraph with its address. */
  readonly action?: MailAction
  /** The language that it is written in, and so how it runs; that of `mail.language` if nothing is said. */
  readonly language?: string
}

/** Sends mail. The service says what to send; the application configures how. */
export interface Mailer {
  send(to: string, content: MailContent): Promise<void>
}

/** How a caller proved who it is. */
export type Credential =
  /** A session gets a new token from time to time; `tokenHash` tells which of them the caller used. */
  | { readonly kind: 'session'; readonly id: string; readonly tokenHash: string; readonly via: 'cookie' | 'header' }
  | { readonly kind: 'apiKey'; readonly id: string }
  /** A kind of credential that a feature adds; `id` is the feature's own name for it, if any. */
  | { readonly kind: 'scheme'; readonly scheme: string; readonly id: string | null }
  /** Not looked up yet: the operation that accepts the token finds out what it gives access to. */
  | { readonly kind: 'preview'; readonly token: string }

/** Origin of a call. */
export interface Client {
  readonly address: string
  readonly userAgent: string | null
  /** What its cookie for known browsers holds. */
  readonly devices?: string | undefined
  /** What shows that a sign-in with a provider was begun here. */
  readonly signIn?: SignInCookie | undefined
}

export interface SignInCookie {
  readonly token: string
  /** The cookie's `__Host-` name proves that this host set it over https. */
  readonly isOfHost: boolean
}

/** How an answer changes a cookie: it sets that of the session, of known browsers, or of a sign-in, or clears that of the session. */
export type CookieChange =
  /** Without a token, it is cleared. `isOfHost` is false only where the service is tried out without https. */
  | { readonly name: 'signIn'; readonly token: string | null; readonly expiresAt: string; readonly isOfHost: boolean }
  | {
      readonly name?: 'device'
      readonly token: string
      readonly expiresAt: string
      readonly secure: boolean | undefined
    }
  | 'clear'
