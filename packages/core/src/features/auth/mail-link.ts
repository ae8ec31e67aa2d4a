import type { TokenMail } from '../../contracts/auth.ts'
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
