import type { AuthOptions, Call, TokenMail } from '@quirecms/core/feature'

export type MailLinkPurpose = 'recovery' | 'verification'

/** Pages of the service, below `/auth/{collection}`. */
const PAGES: Readonly<Record<MailLinkPurpose | 'invitation', string>> = {
  recovery: 'reset-password',
  verification: 'verify',
  invitation: 'accept-invitation',
}

const TOKEN = '{token}'

/**
 * Link in a mail: to the page that the collection configures, or to that of the service. Built from the configured
 * public address, never from a request (docs/contract/authentication.md#mail); null without a public address.
 */
export function mailLink(
  { entity, runtime }: Call,
  purpose: MailLinkPurpose | 'invitation',
  { url }: TokenMail,
  token: string,
): string | null {
  const page = url ?? `/auth/${entity.slug}/${PAGES[purpose]}`
  const isPath = page.startsWith('/')
  if (isPath && runtime.publicUrl === null) return null
  const address = isPath ? `${runtime.publicUrl?.replace(/\/$/, '')}${page}` : page
  // Replace the placeholder before parsing, which would encode its braces.
  if (address.includes(TOKEN)) return new URL(address.replaceAll(TOKEN, encodeURIComponent(token))).href
  const link = new URL(address)
  link.searchParams.set('token', token)
  return link.href
}

/**
 * Sign-in link of the only provider, for invited users of a collection without passwords; null if a page shows how to
 * sign in.
 */
export function providerLink({ entity, runtime }: Call, auth: AuthOptions): string | null {
  const [key, ...others] = Object.keys(auth.providers)
  const hasPage = auth.passwords !== false || key === undefined || others.length > 0 || auth.invitations?.url !== null
  if (hasPage || runtime.publicUrl === null) return null
  return `${runtime.publicUrl.replace(/\/$/, '')}/api/auth/${entity.slug}/providers/${key}/start`
}
