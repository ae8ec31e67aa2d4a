import type { SecondFactorRule } from '../contracts/factors.ts'
import { isObject } from '../content/json-object.ts'
import { aText, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import { join, type ProblemList } from './problem-list.ts'

export interface FactorsConfig {
  /** Whether users may sign in with passkeys; false by default. Needs `server.publicUrl`, except on this machine. */
  readonly passkeys?: boolean | PasskeysConfig
  /** Whether users may use one-time codes (TOTP); false by default. Needs `QUIRE_SECRET` in the environment. */
  readonly totp?:
    | boolean
    | { /** The name that apps show; the name of the application by default. */ readonly issuer?: string }
  /**
   * Who must have a second factor: no users by default, all with `'required'`, or those that a rule selects. A user who
   * must have one but has none can only set one up. A user who has one is always asked for it.
   */
  readonly secondFactor?: 'optional' | 'required' | SecondFactorRule
  /** How many recovery codes users get at once; 10 by default. */
  readonly recoveryCodes?: number
}

export interface PasskeysConfig {
  /** The name that browsers show; the name of the application by default. */
  readonly rpName?: string
  /**
   * Whether a passkey must verify its user, by a fingerprint or a PIN; `'required'` by default. With `'preferred'`,
   * keys that can't do so are accepted as a second factor, after the password.
   */
  readonly userVerification?: 'required' | 'preferred'
}

const aSwitch: OptionKind = (value) =>
  typeof value === 'boolean' || isObject(value) ? null : 'must be true, false or an object'

const aRequirement: OptionKind = (value) =>
  value === 'optional' || value === 'required' || typeof value === 'function'
    ? null
    : "must be 'optional', 'required', or a function that returns whether an actor must have one"

const MOST_CODES = 50

const aNumberOfCodes: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= MOST_CODES
    ? null
    : `must be a whole number from 1 to ${MOST_CODES}`

export const factorKinds: { readonly [Name in keyof FactorsConfig]-?: OptionKind } = {
  passkeys: aSwitch,
  totp: aSwitch,
  secondFactor: aRequirement,
  recoveryCodes: aNumberOfCodes,
}

export const factorPartKinds: Readonly<Record<'passkeys' | 'totp', Readonly<Record<string, OptionKind>>>> = {
  passkeys: { rpName: aText, userVerification: oneOf('required', 'preferred') },
  totp: { issuer: aText },
}

/** A required second factor without any method would lock all users out, and recovery codes would have no use. */
export function checkFactors(auth: Readonly<Record<string, unknown>>, place: string, problems: ProblemList): void {
  if (auth['passkeys'] || auth['totp']) return
  for (const name of ['secondFactor', 'recoveryCodes'])
    if (auth[name] !== undefined && auth[name] !== 'optional')
      problems.add(join(place, name), 'needs `passkeys` or `totp`: without them, users have no second factor')
}

const OF_THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/
const AN_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/** Browsers bind a passkey to a domain, so the service must know its own. */
export function checkPasskeyPlace(
  config: Readonly<Record<string, unknown>>,
  place: string,
  problems: ProblemList,
): void {
  const { publicUrl, host } = (isObject(config['server']) ? config['server'] : {}) as {
    publicUrl?: unknown
    host?: unknown
  }
  if (typeof publicUrl !== 'string') {
    const isHere = host === undefined || (typeof host === 'string' && OF_THIS_MACHINE.test(host))
    if (!isHere)
      problems.add(place, "needs `server.publicUrl`, such as 'https://cms.example.com': passkeys belong to that name")
    return
  }
  const url = URL.parse(publicUrl)
  if (!url) return
  if (AN_ADDRESS.test(url.hostname))
    problems.add(
      place,
      "needs a host name in `server.publicUrl`, because browsers create no passkeys for IP addresses: on your own machine, use 'http://localhost:3000'",
    )
  else if (url.protocol === 'http:' && !/(?:^|\.)localhost$/.test(url.hostname))
    problems.add(place, 'needs `https` in `server.publicUrl`: browsers create passkeys only on https pages')
}
