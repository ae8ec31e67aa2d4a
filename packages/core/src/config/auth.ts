import type { MailTemplate, Notices } from '../contracts/auth.ts'
import type { IdentityProvider, MayUsePassword } from '../contracts/identity-provider.ts'
import { isObject } from '../content/json-object.ts'
import { aBoolean, aFunction, anObject, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import { checkFactors, factorKinds, factorPartKinds, type FactorsConfig } from './factors.ts'
import { join, type ProblemList } from './problem-list.ts'
import { checkProviders } from './providers.ts'
import { aDuration, type Duration } from './quantities.ts'

/** Lets the documents of a collection sign in as users (docs/contract/authentication.md). */
export interface AuthConfig extends FactorsConfig {
  /** Whether users may have API keys; false by default. With `endOnReset`, a password reset revokes them too. */
  readonly apiKeys?: boolean | { readonly endOnReset?: boolean }
  /**
   * With `service`, service accounts: users without password and email address, which only use API keys. Needs
   * `apiKeys`.
   */
  readonly accounts?: { readonly service?: boolean }
  /** Whether users who forgot their password can set a new one by mail; true by default. */
  readonly recovery?: boolean | TokenMailConfig
  /** Whether users must verify their address before they can sign in; false by default. */
  readonly verification?: boolean | TokenMailConfig
  /** Whether users can be invited by address, to choose a password themselves; false by default. */
  readonly invitations?: boolean | TokenMailConfig
  /** After how many failures an address is locked, and for how long; 5 and 10 minutes by default. */
  readonly lockout?: boolean | { readonly attempts?: number; readonly duration?: Duration }
  /**
   * With `'private'`, `create-user` does not reveal whether an address is known; needs `verification`. `'open'` by
   * default.
   */
  readonly registration?: 'open' | 'private'
  /**
   * Whether the first user can be created once without signing in; an object has values that override the caller's
   * data. On by default for the admin auth collection.
   */
  readonly bootstrap?: boolean | { readonly [field: string]: unknown }
  /** How long after its login a session may change the user's own address; 15 minutes by default. */
  readonly freshFor?: Duration
  /** The texts of notification mails: about a changed address or password, or a mention in a comment. */
  readonly notices?: Partial<Notices>
  /** Sign-in providers by key, which is part of URLs: `{ company: oidc({ … }) }` (docs/single-sign-on.md). */
  readonly providers?: { readonly [key: string]: IdentityProvider }
  /** Whether users have passwords, or which of them; true by default. With false, users sign in only with providers. */
  readonly passwords?: boolean | MayUsePassword
  /** `recheck`: how often to ask the provider whether the session is still valid; needs `QUIRE_SECRET`. */
  readonly session?: { readonly lifetime?: Duration; readonly maximum?: Duration; readonly recheck?: Duration }
  readonly password?: { readonly min?: number; readonly max?: number }
  readonly cookie?: { readonly secure?: boolean }
}

export interface TokenMailConfig {
  readonly lifetime?: Duration
  /**
   * The URL of your page in the mail: absolute, or a path below `server.publicUrl`. `{token}` is replaced by the token;
   * without it, the token is added as the query parameter `token`.
   */
  readonly url?: string
  readonly template?: MailTemplate
}

const aPositiveCount: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : 'must be a whole number, 1 or more'

const aSwitch: OptionKind = (value) =>
  typeof value === 'boolean' || isObject(value) ? null : 'must be true, false or an object'

const aPage: OptionKind = (value) => {
  if (typeof value !== 'string') return 'must be an address or a path'
  if (/^\/(?!\/)/.test(value)) return null
  const url = URL.parse(value)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'must begin with https://, http:// or /'
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or a password, which all recipients could read'
  // DNS queries are not encrypted, so a token must not be part of the host.
  return url.host.includes('{token}') ? 'must not have {token} in its host' : null
}

const authKinds: { readonly [Name in keyof AuthConfig]-?: OptionKind } = {
  apiKeys: aSwitch,
  accounts: anObject,
  recovery: aSwitch,
  verification: aSwitch,
  invitations: aSwitch,
  lockout: aSwitch,
  registration: oneOf('open', 'private'),
  bootstrap: aSwitch,
  freshFor: aDuration,
  notices: anObject,
  providers: anObject,
  passwords: (value) =>
    typeof value === 'boolean' || typeof value === 'function' ? null : 'must be true, false or a function',
  session: anObject,
  password: anObject,
  cookie: anObject,
  ...factorKinds,
}

const partKinds: Readonly<Record<string, Readonly<Record<string, OptionKind>>>> = {
  apiKeys: { endOnReset: aBoolean },
  accounts: { service: aBoolean },
  recovery: { lifetime: aDuration, url: aPage, template: aFunction },
  verification: { lifetime: aDuration, url: aPage, template: aFunction },
  invitations: { lifetime: aDuration, url: aPage, template: aFunction },
  lockout: { attempts: aPositiveCount, duration: aDuration },
  notices: {
    addressChanged: aFunction,
    passwordReset: aFunction,
    registeredAgain: aFunction,
    mentioned: aFunction,
    scheduleFailed: aFunction,
    factorsChanged: aFunction,
    passkeyRefused: aFunction,
  },
  ...factorPartKinds,
  session: { lifetime: aDuration, maximum: aDuration, recheck: aDuration },
  password: { min: aPositiveCount, max: aPositiveCount },
  cookie: { secure: aBoolean },
}

export function checkAuth(value: unknown, place: string, problems: ProblemList): void {
  if (value === true) return
  const auth = problems.members(value, place, authKinds)
  for (const [name, kinds] of Object.entries(partKinds)) {
    const part = auth?.[name]
    if (isObject(part)) problems.members(part, join(place, name), kinds)
  }
  if (auth) checkProviders(auth, place, problems)
  const { min = 8, max = 256 } = (isObject(auth?.['password']) ? auth['password'] : {}) as {
    min?: number
    max?: number
  }
  if (auth?.['registration'] === 'private' && !auth['verification'])
    problems.add(
      join(place, 'registration'),
      'needs `verification`: without it, a stranger could register and sign in to find out whether an address is taken',
    )
  if (auth) checkFactors(auth, place, problems)
  const accounts = auth?.['accounts']
  if (isObject(accounts) && accounts['service'] === true && !auth?.['apiKeys'])
    problems.add(join(place, 'accounts.service'), 'needs `apiKeys`: service accounts have no other credentials')
  if (min > max) problems.add(join(place, 'password'), '`min` must not be greater than `max`')
}
