import { type Call, QuireError } from '@quirecms/core/feature'
import { LONGEST_RETURN } from './provider-api.ts'

/** The public address of the service without a trailing slash. Providers require it. */
export function ownAddress({ runtime: { publicUrl } }: Call): string {
  if (publicUrl === null) throw new QuireError('internal', 'Providers need `server.publicUrl`.')
  return publicUrl.replace(/\/$/, '')
}

/** Redirect URI for providers, built from the configured address and never from the `Host` header. */
export function redirectUri(call: Call, key: string): string {
  return `${ownAddress(call)}/api/auth/${call.entity.slug}/providers/${key}/callback`
}

/**
 * Validates `returnTo` as a path of this service. Browsers read `//` and a backslash as the start of another host,
 * and drop tabs and line breaks first. `/.//` also becomes `//` once its dots are resolved.
 */
export function requestedReturn(call: Call, asked: unknown, refuse: (message: string) => QuireError): string {
  if (asked === undefined) return usualReturn(call)
  const own = new URL(ownAddress(call))
  const url = typeof asked === 'string' ? URL.parse(asked, own.href) : null
  const isPath =
    typeof asked === 'string' &&
    asked.length <= LONGEST_RETURN &&
    /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked) &&
    url?.origin === own.origin &&
    !url.pathname.startsWith('//')
  if (!isPath) throw refuse('"returnTo" must be a path of this service, such as /admin.')
  return asked
}

/** The admin app for its users, and the root of the site for all others. */
function usualReturn(call: Call): string {
  const {
    entity,
    runtime: { manifest },
  } = call
  const page = manifest.adminPath !== null && manifest.admins === entity.slug ? manifest.adminPath : '/'
  return `${basePath(call)}${page}`
}

/** The path of the service, if it shares its host. */
function basePath(call: Call): string {
  return new URL(ownAddress(call)).pathname.replace(/\/$/, '')
}

/**
 * Page to show a failed sign-in: the sign-in page of the admin app for its users, otherwise the page that the sign-in
 * began from. It gets only the error code, and no text of the provider.
 */
export function failedReturn(call: Call, code: string, from: string | null): string {
  const { adminPath, admins } = call.runtime.manifest
  const isOfAdmin = adminPath !== null && admins === call.entity.slug
  const page = isOfAdmin ? `${basePath(call)}${adminPath}/sign-in` : (from ?? `${basePath(call)}/`)
  const url = new URL(page, ownAddress(call))
  url.searchParams.set('error', code)
  return `${url.pathname}${url.search}${url.hash}`
}
