import type { AuthOptions, TokenMail } from '../../contracts/auth.ts'
import type { Call } from '../../engine/call.ts'

export type Purpose = 'recovery' | 'verification'

/** The pages of the service, below `/auth/{collection}`. */
const PAGES: Readonly<Record<Purpose | 'invitation', string>> = {
  recovery: 'reset-password',
  verification: 'verify',
  invitation: 'accept-invitation',
}

const TOKEN = '{token}'

/**
 * Where the link in a mail leads: to the page that the collection names, or to that of the service. Below the configured public address,
 * never one that a request names (docs/contract/authentication.md#mail); null where there is none.
 */
export function mailLink(
  { entity, runtime }: Call,
  purpose: Purpose | 'invitation',
  { url }: TokenMail,
  token: string,
): string | null {
  const page = url ?? `/auth/${entity.slug}/${PAGES[purpose]}`
  const isPath = page.startsWith('/')
  if (isPath && runtime.publicUrl === null) return null
  const address = isPath ? `${runtime.publicUrl?.replace(/\/$/, '')}${page}` : page
  // Written out before it is parsed: braces would be encoded.
  if (address.includes(TOKEN)) return new URL(address.replaceAll(TOKEN, encodeURIComponent(token))).href
  const link = new URL(address)
  link.searchParams.set('token', token)
  return link.href
}

/**
 * Where whoever is invited signs in if there are no passwords and just one provider; null if there is a page that shows how. Once signed in, they
 * are where everybody is who signs in there.
 */
export function providerLink({ entity, runtime }: Call, auth: AuthOptions): string | null {
  const [key, ...others] = Object.keys(auth.providers)
  const hasPage = auth.passwords !== false || key === undefined || others.length > 0 || auth.invitations?.url !== null
  if (hasPage || runtime.publicUrl === null) return null
  return `${runtime.publicUrl.replace(/\/$/, '')}/api/auth/${entity.slug}/providers/${key}/start`
}
