import type { DetectedType } from '@quirecms/core'

/** `fitsName` is null if any text type fits. */
export interface SniffedText extends Omit<DetectedType, 'fitsName'> {
  readonly fitsName: boolean | null
}

/** Text types that only the extension can tell apart. */
const BY_ENDING: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  text: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  geojson: 'application/geo+json',
  jsonld: 'application/ld+json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  vcf: 'text/vcard',
  ics: 'text/calendar',
  html: 'text/html',
  htm: 'text/html',
}

export const XML_ENDINGS = [
  'xml',
  'xsd',
  'xsl',
  'xslt',
  'rss',
  'atom',
  'gpx',
  'kml',
  'plist',
  'rdf',
  'wsdl',
  'xmp',
  'xhtml',
  'xht',
]

interface Markup {
  readonly mimeType: string
  readonly extension: string
  readonly endings: readonly string[]
}

const HTML: Markup = { mimeType: 'text/html', extension: 'html', endings: ['html', 'htm'] }
const XHTML: Markup = {
  mimeType: 'application/xhtml+xml',
  extension: 'xhtml',
  endings: ['xhtml', 'xht', 'html', 'xml'],
}
const SVG: Markup = { mimeType: 'image/svg+xml', extension: 'svg', endings: ['svg'] }

/**
 * Returns null if the content is not text. Detects markup by its beginning, because browsers run it whatever its name
 * is.
 */
export function sniffText(beginning: Uint8Array, ending: string): SniffedText | null {
  if (!isText(beginning)) return null
  const markup = markupOf(beginning)
  if (markup) {
    const { mimeType, extension, endings } = markup
    return { mimeType, extension, fitsName: endings.includes(ending) }
  }
  // The type detection recognises other XML by itself.
  if (startsAsXml(beginning)) return null
  // The XML declaration is optional. Without it, only the extension tells XML from text that contains markup.
  if (XML_ENDINGS.includes(ending) && startOf(beginning).startsWith('<'))
    return { mimeType: 'application/xml', extension: 'xml', fitsName: true }
  const mimeType = BY_ENDING[ending] ?? 'text/plain'
  return { mimeType, extension: Object.hasOwn(BY_ENDING, ending) ? ending : 'txt', fitsName: null }
}

/** Whether there are no control characters that text never contains. UTF-16 is accepted by its byte order mark. */
function isText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true
  return !bytes.some(
    (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b,
  )
}

function startOf(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes).trimStart()
}

function startsAsXml(bytes: Uint8Array): boolean {
  return startOf(bytes).startsWith('<?xml')
}

function markupOf(bytes: Uint8Array): Markup | null {
  const text = startOf(bytes)
  if (!text.startsWith('<')) return null
  const isXml = text.startsWith('<?xml')
  const root = /^<(?:!doctype\s+)?([a-z][\w:-]*)/i.exec(withoutProlog(text))?.[1]?.toLowerCase() ?? ''
  if (root === 'svg' || root.endsWith(':svg')) return SVG
  if (root === 'html' && isXml) return XHTML
  return !isXml && HTML_ROOTS.has(root) ? HTML : null
}

/** First elements that make a browser treat text as HTML, and that are rare in other text. */
const HTML_ROOTS = new Set(['html', 'head', 'body', 'script', 'iframe', 'style', 'title', 'meta', 'link', 'base'])

/** Skips declarations and comments one by one, in linear time; a regular expression could backtrack. */
function withoutProlog(text: string): string {
  let at = 0
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
    const end = text.startsWith('<?', at)
      ? text.indexOf('?>', at) + 2
      : text.startsWith('<!--', at)
        ? text.indexOf('-->', at) + 3
        : 0
    if (end <= at) return text.slice(at, at + 200)
    at = end
  }
}
