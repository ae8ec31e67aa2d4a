/** Whitespace and control characters: browsers drop some of them inside a scheme, so `java\tscript:` would pass as relative. */
const UNSAFE = /[\p{Cc}\p{Z}\\]/u
const SCHEME = /^([^/?#:]*):/u
const HTTP = /^https?:\/\/[^/?#]/iu
const DIRECT = /^(?:mailto|tel):[^?#]/iu

const ALLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * The URLs that may stand in `url` fields and rich-text links (contract 14, Values): http, https, mailto, tel, or relative. Whatever
 * a browser would read as another scheme is refused, and so is what it would not read at all.
 */
export function isSafeUrl(text: string): boolean {
  if (text === '' || UNSAFE.test(text)) return false
  if (SCHEME.test(text) && !HTTP.test(text) && !DIRECT.test(text)) return false
  const parsed = URL.parse(text, 'https://relative.invalid/')
  return parsed !== null && ALLOWED.has(parsed.protocol)
}

/** For what is loaded rather than followed: an image has no use for `mailto:`. */
export function isSafeSource(text: string): boolean {
  return isSafeUrl(text) && !DIRECT.test(text)
}
