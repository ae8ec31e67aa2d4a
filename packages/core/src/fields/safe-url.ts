/**
 * Whitespace and control characters: browsers ignore some of them in a scheme, so `java\tscript:` would seem relative.
 */
const UNSAFE = /[\p{Cc}\p{Z}\\]/u
const SCHEME = /^([^/?#:]*):/u
const HTTP = /^https?:\/\/[^/?#]/iu
const DIRECT = /^(?:mailto|tel):[^?#]/iu

const ALLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Whether a URL is allowed in `url` fields and rich-text links (docs/contract/documents.md#values): http, https,
 * mailto, tel, or relative. Refuses a text that a browser would read as another scheme or could not parse.
 */
export function isSafeUrl(text: string): boolean {
  if (text === '' || UNSAFE.test(text)) return false
  if (SCHEME.test(text) && !HTTP.test(text) && !DIRECT.test(text)) return false
  const parsed = URL.parse(text, 'https://relative.invalid/')
  return parsed !== null && ALLOWED.has(parsed.protocol)
}

/** For URLs that are loaded instead of followed: `mailto:` makes no sense for an image. */
export function isSafeSource(text: string): boolean {
  return isSafeUrl(text) && !DIRECT.test(text)
}
