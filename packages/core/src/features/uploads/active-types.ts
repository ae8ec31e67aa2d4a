const ACTIVE = new Set(['text/html', 'text/xml', 'application/xml', 'text/xsl', 'application/xhtml+xml'])
/** Every name that browsers know JavaScript by (RFC 9239 and what came before it). */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script(?:1\.[0-5])?$/
const STYLE = 'text/css'
const PROGRAM = 'application/wasm'

/**
 * What a browser would run, or read as something that it runs: HTML, SVG and everything like XML (docs/contract/uploads.md#active-content).
 * Scripts, styles and programs too: from our origin, they could become a part of its pages, or a worker.
 */
export function isActive(mimeType: string): boolean {
  if (ACTIVE.has(mimeType) || mimeType.endsWith('+xml') || mimeType === 'multipart/related') return true
  return sentAs(mimeType) !== mimeType
}

/** With `nosniff`, browsers take none of these for a script, a style or a worker. The bytes stay the same. */
export function sentAs(mimeType: string): string {
  if (mimeType === PROGRAM) return 'application/octet-stream'
  return mimeType === STYLE || SCRIPT.test(mimeType) ? 'text/plain' : mimeType
}
