import { QuireError } from '../../contracts/errors.ts'
import type { IdentityProvider, ProvedIdentity } from '../../contracts/identity-provider.ts'

/** Somebody whom a provider has recognised, as far as this matters here. */
export interface Person extends ProvedIdentity {
  /** Null where the provider doesn't say. */
  readonly address: string | null
  /** The address is of one of the provider's `domains`. */
  readonly isListed: boolean
  /** What the provider says of whether the address is the person's own; undefined if nothing. */
  readonly isConfirmedThere: boolean | undefined
  /** The application believes this provider of this address. */
  readonly isBelieved: boolean
}

/** The longest address that users have. */
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

/** As users have it; null for what no user can have. Signs beyond ASCII may become others in small letters, and the address another one. */
function ownForm(email: string): string | null {
  return email.length <= LONGEST_ADDRESS && /^[\x21-\x7e]+$/.test(email) ? email.toLowerCase() : null
}

/** Some providers write it as a text, and Microsoft as a number. */
function confirmed(said: unknown): boolean | undefined {
  if (said === undefined || said === null) return undefined
  return said === true || said === 'true' || said === 1 || said === '1'
}

/** Addresses that Google gives to everybody, and manages itself. */
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

/** Whether the address may be written into an account: the provider says that it is confirmed, or is believed without saying so. */
export function hasOwnAddress({ isConfirmedThere }: Person, { trustEmail }: IdentityProvider): boolean {
  return isConfirmedThere ?? trustEmail === true
}

/** Nobody comes in whose address is of another domain, however long the account has been there. */
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
    'The provider does not say that the e-mail address is yours. Confirm it there; or sign in with your password, and add the provider to your account.',
  )
}
