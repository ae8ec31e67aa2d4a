import { QuireError } from '../../contracts/errors.ts'
import type { Call } from '../../engine/call.ts'
import { LONGEST_RETURN } from './provider-api.ts'

/** The public address of the service, without a slash at its end; providers are only there where it is known. */
export function ownAddress({ runtime: { publicUrl } }: Call): string {
  if (publicUrl === null) throw new QuireError('internal', 'Providers need `server.publicUrl`.')
  return publicUrl.replace(/\/$/, '')
}

/** Where a provider sends people back: below the configured address, whatever a request says of hosts. */
export function redirectUri(call: Call, key: string): string {
  return `${ownAddress(call)}/api/auth/${call.entity.slug}/providers/${key}/callback`
}

/**
 * A path of this service, as somebody asks for it. Browsers read `//` and a backslash as the beginning of another host, and leave out
 * tabs and line breaks before they look. What is left of `/.//` once its dots are worked out begins with `//`, too.
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

/** The admin app for those who work there, and the first page of the site for everybody else. */
function usualReturn(call: Call): string {
  const {
    entity,
    runtime: { manifest },
  } = call
  const page = manifest.adminPath !== null && manifest.admins === entity.slug ? manifest.adminPath : '/'
  return `${basePath(call)}${page}`
}

/** The path that the service stands below, where it shares its host with something else. */
function basePath(call: Call): string {
  return new URL(ownAddress(call)).pathname.replace(/\/$/, '')
}

/**
 * Where somebody is told that it did not work: the admin app has a page for that. Users of other collections get back to where they came
 * from. Only the code goes along, and nothing that a provider has said.
 */
export function failedReturn(call: Call, code: string, from: string | null): string {
  const { adminPath, admins } = call.runtime.manifest
  const isOfAdmin = adminPath !== null && admins === call.entity.slug
  const page = isOfAdmin ? `${basePath(call)}${adminPath}/sign-in` : (from ?? `${basePath(call)}/`)
  const url = new URL(page, ownAddress(call))
  url.searchParams.set('error', code)
  return `${url.pathname}${url.search}${url.hash}`
}
