import type { FactorChange, FactorOptions } from './factors.ts'
import type { IdentityProvider, MayUsePassword } from './identity-provider.ts'
import type { JsonObject } from './json.ts'
import type { MailAction } from './mail.ts'

/** The resolved `auth` of an auth collection (docs/contract/authentication.md#auth-defaults). Durations in milliseconds. */
export interface AuthOptions {
  /** Null if disabled. */
  readonly apiKeys: { readonly endOnReset: boolean } | null
  readonly serviceAccounts: boolean
  readonly recovery: TokenMail | null
  readonly verification: TokenMail | null
  /** Null if invitations are off. */
  readonly invitations: TokenMail | null
  readonly lockout: { readonly attempts: number; readonly duration: number } | null
  /** Whether registration reveals known addresses. */
  readonly registration: 'open' | 'private'
  /** Data of the first user; null if bootstrap is off. */
  readonly bootstrap: JsonObject | null
  /** How long after the login a session may change the address or factors. */
  readonly freshFor: number
  readonly notices: Partial<Notices>
  /** Language of mails to users without a preference. */
  readonly mailLanguage: string
  /** By key; empty without providers. */
  readonly providers: Readonly<Record<string, IdentityProvider>>
  /** Whether users have passwords; a function decides for each user. */
  readonly passwords: boolean | MayUsePassword
  readonly session: {
    readonly lifetime: number
    readonly maximum: number
    /** Interval of rechecks at the provider; null for never. */
    readonly recheck: number | null
  }
  readonly password: { readonly min: number; readonly max: number }
  /** Null without second factors. */
  readonly factors: FactorOptions | null
  /** Whether the cookie requires https. Undefined: yes, except over plain http on loopback. */
  readonly secureCookie: boolean | undefined
}

export interface TokenMail {
  readonly lifetime: number
  /** The page that the link opens; null for that of the service. */
  readonly url: string | null
  /** The template of the application; null for the default. */
  readonly template: MailTemplate | null
}

export interface InLanguage {
  /** The language of the reader: the preference `language`, or else `mail.language`, or else `en`. */
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
  /** Sent to the former address. */
  readonly addressChanged: (args: AddressChangedArguments) => MailContent
  readonly passwordReset: (args: PasswordResetArguments) => MailContent
  /** Sent to the owner of an address that was registered again, with private registration. */
  readonly registeredAgain: (args: RegisteredAgainArguments) => MailContent
  /** Sent to a user who was mentioned in a comment. */
  readonly mentioned: (args: MentionedArguments) => MailContent
  /** Sent to the user whose scheduled action failed. */
  readonly scheduleFailed: (args: ScheduleFailedArguments) => MailContent
  /** Sent to a user whose second factors changed, or who used a recovery code. */
  readonly factorsChanged: (args: FactorsChangedArguments) => MailContent
  /** Sent to a user whose passkey was refused because it may be cloned. */
  readonly passkeyRefused: (args: PasskeyRefusedArguments) => MailContent
}

export interface RegisteredAgainArguments extends InLanguage {
  readonly email: string
}

export interface AddressChangedArguments extends InLanguage {
  /** The user before the change. */
  readonly user: JsonObject
}

export interface PasswordResetArguments extends InLanguage {
  readonly user: JsonObject
  /** Number of the user's API keys at the reset. */
  readonly apiKeys: number
  /** Whether the reset revoked them. */
  readonly apiKeysEnded: boolean
  /** Numbers of passkeys and providers, which a reset keeps. */
  readonly passkeys: number
  readonly providers: number
}

export interface FactorsChangedArguments extends InLanguage {
  readonly user: JsonObject
  readonly change: FactorChange
  /** Name of the passkey or provider, if the change is about one. */
  readonly name: string | null
  /** Number of remaining recovery codes. */
  readonly recoveryCodes: number
}

export interface PasskeyRefusedArguments extends InLanguage {
  readonly user: JsonObject
  readonly name: string
}

export interface MentionedArguments extends InLanguage {
  /** Name of the comment's author; null if the recipient may not read it. */
  readonly author: string | null
  /** Title of the document; null if the recipient may not read it. */
  readonly title: string
  /** Text of the comment as the author typed it: escape it for HTML. */
  readonly comment: string
  /** URL of the document in the admin app; null without the app or a public URL. */
  readonly url: string | null
}

export interface ScheduleFailedArguments extends InLanguage {
  readonly action: 'publish' | 'unpublish'
  /** Title of the document; null if the recipient may not read it. */
  readonly title: string
  /** The planned time, in UTC. */
  readonly runAt: string
  /** Error code: `validation`, `forbidden` or another one. */
  readonly code: string
  /** Labels of the document's invalid fields, in the user's language if available. */
  readonly fields: readonly string[]
  /** URL of the document in the admin app; null without the app or a public URL. */
  readonly url: string | null
}

export interface MailContent {
  readonly subject: string
  readonly text: string
  /** HTML body; generated from the text if absent (docs/mail.md). */
  readonly html?: string
  /** The next step of the reader. In the generated HTML, a button replaces the paragraph with its URL. */
  readonly action?: MailAction
  /** Language of the mail, which sets the text direction; `mail.language` by default. */
  readonly language?: string
}

/** Sends mail. The service says what to send; the application configures how. */
export interface Mailer {
  send(to: string, content: MailContent): Promise<void>
}

/** How a caller proved who it is. */
export type Credential =
  /** `refresh` replaces the token of a session; `tokenHash` identifies the one in use. */
  | { readonly kind: 'session'; readonly id: string; readonly tokenHash: string; readonly via: 'cookie' | 'header' }
  | { readonly kind: 'apiKey'; readonly id: string }
  /** A credential kind of a feature; `id` is the feature's own identifier, if any. */
  | { readonly kind: 'scheme'; readonly scheme: string; readonly id: string | null }
  /** Not verified yet: the operation resolves the token. */
  | { readonly kind: 'preview'; readonly token: string }

export interface ClientOrigin {
  readonly address: string
  readonly userAgent: string | null
  /** Content of the cookie for known browsers. */
  readonly devices?: string | undefined
  /** Cookie of a pending sign-in with a provider. */
  readonly signIn?: SignInCookie | undefined
}

export interface SignInCookie {
  readonly token: string
  /** The cookie's `__Host-` name proves that this host set it over https. */
  readonly isOfHost: boolean
}

/**
 * A change of a cookie by a response: sets the one of the session, of known browsers or of a sign-in, or clears the
 * session.
 */
export type CookieChange =
  /** Without a token, clears the cookie. `isOfHost` is false only without https. */
  | { readonly name: 'signIn'; readonly token: string | null; readonly expiresAt: string; readonly isOfHost: boolean }
  | {
      readonly name?: 'device'
      readonly token: string
      readonly expiresAt: string
      readonly secure: boolean | undefined
    }
  | 'clear'
