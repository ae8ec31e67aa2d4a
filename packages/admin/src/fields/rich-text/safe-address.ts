/** Schemes that the service accepts in links. */
const SCHEMES = /^(https?|mailto|tel):/i
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:/i
const DOMAIN = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}([/?#:]|$)/u
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/

/** Whether the service accepts an address in a link. */
export function isSafeAddress(address: string): boolean {
  // Browsers ignore white space and control characters in schemes, so they must not hide one here.
  const seen = address.replaceAll(/[\s\u0000-\u001f]/g, '')
  return seen !== '' && (SCHEMES.test(seen) || !ANY_SCHEME.test(seen))
}

/** Turns typed text into an address that the service accepts; undefined if it is none. */
export function addressOf(typed: string): string | undefined {
  const address = typed.trim()
  if (MAIL.test(address)) return `mailto:${address}`
  if (DOMAIN.test(address)) return `https://${address}`
  return isSafeAddress(address) ? address : undefined
}
