import type { AuthOptions, TokenMail } from '../contracts/auth.ts'
import type { FactorOptions } from '../contracts/factors.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { AuthConfig, TokenMailConfig } from '../config/auth.ts'
import type { FactorsConfig } from '../config/factors.ts'
import type { QuireConfig } from '../config/define-config.ts'
import { parseDuration } from '../config/quantities.ts'

const HOUR = 3_600_000

/** The collection whose users may do everything that has no rule (docs/contract/access.md#default-rules). */
export function adminCollection({ admin, collections }: QuireConfig): string | null {
  return admin?.users ?? Object.keys(collections).find((slug) => collections[slug]?.auth !== undefined) ?? null
}

/** `auth` with all its defaults (docs/contract/authentication.md#auth-defaults). */
export function resolveAuth(
  given: true | AuthConfig,
  isAdminCollection: boolean,
  { name, mail }: Pick<QuireConfig, 'name' | 'mail'>,
): AuthOptions {
  const auth: AuthConfig = given === true ? {} : given
  const { apiKeys = false, bootstrap = isAdminCollection, lockout = true, session = {}, password = {} } = auth
  const { attempts = 5, duration = '10m' } = typeof lockout === 'object' ? lockout : {}
  return {
    apiKeys: apiKeys === false ? null : { endOnReset: (typeof apiKeys === 'object' && apiKeys.endOnReset) || false },
    serviceAccounts: auth.accounts?.service ?? false,
    recovery: tokenMail(auth.recovery ?? true, HOUR),
    verification: tokenMail(auth.verification ?? false, 24 * HOUR),
    invitations: tokenMail(auth.invitations ?? false, 7 * 24 * HOUR),
    lockout: lockout === false ? null : { attempts, duration: parseDuration(duration) },
    registration: auth.registration ?? 'open',
    bootstrap: bootstrap === false ? null : bootstrap === true ? {} : (bootstrap as JsonObject),
    freshFor: parseDuration(auth.freshFor ?? '15m'),
    notices: auth.notices ?? {},
    mailLanguage: mail?.language ?? 'en',
    providers: auth.providers ?? {},
    passwords: auth.passwords ?? true,
    session: {
      lifetime: parseDuration(session.lifetime ?? '24h'),
      maximum: parseDuration(session.maximum ?? '30d'),
      recheck: session.recheck === undefined ? null : parseDuration(session.recheck),
    },
    password: { min: password.min ?? 8, max: password.max ?? 256 },
    factors: resolveFactors(auth, name ?? null),
    secureCookie: auth.cookie?.secure,
  }
}

function resolveFactors(auth: FactorsConfig, name: string | null): FactorOptions | null {
  const { passkeys = false, totp = false, secondFactor = 'optional', recoveryCodes = 10 } = auth
  if (!passkeys && !totp) return null
  const { rpName = name, userVerification = 'required' } = typeof passkeys === 'object' ? passkeys : {}
  const { issuer = name } = typeof totp === 'object' ? totp : {}
  return {
    passkeys: passkeys ? { rpName, userVerification } : null,
    totp: totp ? { issuer } : null,
    required: secondFactor,
    recoveryCodes,
  }
}

function tokenMail(given: boolean | TokenMailConfig, lifetime: number): TokenMail | null {
  if (given === false) return null
  const own = given === true ? {} : given
  return {
    lifetime: parseDuration(own.lifetime ?? lifetime),
    url: own.url ?? null,
    template: own.template ?? null,
  }
}
