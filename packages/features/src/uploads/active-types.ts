const ACTIVE = new Set(['text/html', 'text/xml', 'application/xml', 'text/xsl', 'application/xhtml+xml'])
/** All MIME types of JavaScript (RFC 9239 and earlier ones). */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script(?:1\.[0-5])?$/
const STYLE = 'text/css'
const PROGRAM = 'application/wasm'

/**
 * Types that browsers execute: HTML, SVG and everything like XML (docs/contract/uploads.md#active-content). Also
 * scripts, styles and WebAssembly: from our origin, they could be loaded into its pages, or as a worker.
 */
export function isActive(mimeType: string): boolean {
  if (ACTIVE.has(mimeType) || mimeType.endsWith('+xml') || mimeType === 'multipart/related') return true
  return sentAs(mimeType) !== mimeType
}

/**
 * Content type to send: with `nosniff`, browsers execute none of these as a script, style or worker. The bytes stay
 * the same.
 */
export function sentAs(mimeType: string): string {
  if (mimeType === PROGRAM) return 'application/octet-stream'
  return mimeType === STYLE || SCRIPT.test(mimeType) ? 'text/plain' : mimeType
}
