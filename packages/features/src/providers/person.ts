import { type IdentityProvider, QuireError } from '@quirecms/core/feature'
import { type ProvedIdentity } from '../auth/offers.ts'

export interface Person extends ProvedIdentity {
  /** Null if the provider reports none. */
  readonly address: string | null
  /** Whether the address belongs to one of the provider's `domains`. */
  readonly isListed: boolean
  /** Whether the provider says that the address is verified; undefined if it says nothing. */
  readonly isConfirmedThere: boolean | undefined
  /** Whether the application trusts this provider for this address. */
  readonly isBelieved: boolean
}

const LONGEST_ADDRESS = 320

export function personOf(provider: IdentityProvider, proved: ProvedIdentity): Person {
  const { email, [provider.verifiedClaim ?? 'email_verified']: said } = proved.claims
  const address = typeof email === 'string' ? ownForm(email.trim()) : null
  const isListed = address !== null && isOfDomain(address, provider, proved.claims)
  return {
    ...proved,
    address,
    isListed,
    isConfirmedThere: confirmed(said),
    isBelieved: isListed || provider.trustEmail === true,
  }
}

/**
 * The address in lower case; null if no user can have it. Beyond ASCII, lower case may turn an address into another
 * one.
 */
function ownForm(email: string): string | null {
  return email.length <= LONGEST_ADDRESS && /^[\x21-\x7e]+$/.test(email) ? email.toLowerCase() : null
}

/** Some providers send a text, and Microsoft sends a number. */
function confirmed(said: unknown): boolean | undefined {
  if (said === undefined || said === null) return undefined
  return said === true || said === 'true' || said === 1 || said === '1'
}

/** Domains of Google's public mail, which no organization manages. */
const OF_NO_ORGANISATION: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

function isOfDomain(
  address: string,
  { domains = [], managedClaim }: IdentityProvider,
  claims: ProvedIdentity['claims'],
): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!domains.includes(domain)) return false
  const manager = managedClaim === undefined ? domain : claims[managedClaim]
  return OF_NO_ORGANISATION.has(domain) || (typeof manager === 'string' && manager !== '')
}

/**
 * Whether the address may be stored in an account: verified by the provider, or trusted if the provider says nothing.
 */
export function hasOwnAddress({ isConfirmedThere }: Person, { trustEmail }: IdentityProvider): boolean {
  return isConfirmedThere ?? trustEmail === true
}

/** Refuses addresses of other domains, also for existing accounts. */
export function refuseOtherDomains(person: Person, provider: IdentityProvider): void {
  if (provider.domains === undefined) return
  if (!hasOwnAddress(person, provider)) throw unconfirmed()
  if (!person.isListed)
    throw new QuireError(
      'forbidden',
      'People with this address cannot sign in here. Use an account of your organisation.',
    )
}

export function unconfirmed(): QuireError {
  return new QuireError(
    'unverified',
    'The provider does not confirm that the email address is yours. Confirm it there, or sign in with your password and add the provider to your account.',
  )
}
