import {
  type Attributes,
  type BlockHook,
  codeLanguage,
  linkAddress,
  type LinkOf,
  namedIn,
  type NamedDocument,
  ownBlock,
  type RichText,
  type RichTextPart,
  safeAddress,
  titleOf,
} from './document.ts'

export interface HtmlOptions {
  /** Returns the URL of a linked document. Without it, links use their `href`, and are plain text without one. */
  readonly link?: LinkOf
  /** Returns the HTML of an image, instead of `<img>`. Escape all values with `escapeHtml`. */
  readonly image?: (image: ShownPicture) => string | null | undefined
  /**
   * Returns the HTML of an embedded document. Without it, an embedded document is a link if `link` returns a URL, and
   * is left out otherwise.
   */
  readonly document?: (named: NamedDocument) => string | null | undefined
  /**
   * Returns the HTML of a block; a function, or one per block type. Without it, blocks are left out. Escape all values.
   */
  readonly block?: BlockHook
}

export interface ShownPicture {
  readonly src: string
  readonly alt: string
  readonly title?: string | undefined
  /** Text below the image. */
  readonly caption?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly named?: NamedDocument | undefined
}

/**
 * Renders a rich text as HTML. Text is escaped, and unsafe URLs are left out.
 *
 * @example
 * toHtml(post.body, { link: ({ relationTo, doc }) => `/${relationTo}/${doc?.['slug']}` })
 */
export function toHtml(text: RichText | null | undefined, options: HtmlOptions = {}): string {
  return inside(text?.content, options)
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: unknown): string {
  const plain = typeof text === 'string' || typeof text === 'number' ? String(text) : ''
  return plain.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletList: 'ul',
  listItem: 'li',
  tableRow: 'tr',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
}

function inside(nodes: readonly RichTextPart[] | undefined, options: HtmlOptions): string {
  return Array.isArray(nodes) ? nodes.map((node: RichTextPart) => htmlOf(node, options)).join('') : ''
}

function htmlOf({ type, attrs: given, content, text, marks }: RichTextPart, options: HtmlOptions): string {
  const attrs = given ?? {}
  const html = inside(content, options)
  switch (type) {
    case 'text':
      return (marks ?? []).reduce(
        (marked, mark) => markedHtml(marked, mark.type, mark.attrs ?? {}, options),
        escapeHtml(text),
      )
    case 'heading':
      return element(`h${levelOf(attrs)}`, html)
    case 'orderedList':
      return element('ol', html, { start: attrs['start'] === 1 ? null : attrs['start'], type: attrs['type'] })
    case 'codeBlock':
      return element('pre', element('code', html, { class: languageClass(attrs) }))
    case 'image':
      return imageHtml(attrs, options)
    case 'document':
    case 'documentInline':
      return documentHtml(attrs, type === 'document', options)
    case 'block':
      return ownBlock(attrs, options.block)
    case 'table':
      return element('table', element('tbody', html))
    case 'tableCell':
    case 'tableHeader':
      return element(type === 'tableCell' ? 'td' : 'th', html, cellAttributes(attrs))
    case 'hardBreak':
      return '<br>'
    case 'horizontalRule':
      return '<hr>'
    default:
      return Object.hasOwn(ELEMENTS, type) ? element(ELEMENTS[type] ?? 'div', html) : html
  }
}

function markedHtml(html: string, type: string, attrs: Attributes, { link }: HtmlOptions): string {
  if (type !== 'link') return Object.hasOwn(ELEMENTS, type) ? element(ELEMENTS[type] ?? 'span', html) : html
  const href = linkAddress(attrs, link)
  if (href === null) return html
  const isElsewhere = attrs['target'] === '_blank'
  return element('a', html, {
    href,
    title: attrs['title'],
    target: isElsewhere ? '_blank' : null,
    rel: attrs['rel'] ?? (isElsewhere ? 'noopener noreferrer' : null),
  })
}

function imageHtml(attrs: Attributes, { image }: HtmlOptions): string {
  const src = safeAddress(attrs['src'])
  // The image was deleted, or the reader may not see it.
  if (src === null) return ''
  const { alt, title, caption, width, height } = attrs
  const picture: ShownPicture = {
    src,
    alt: typeof alt === 'string' ? alt : '',
    title: typeof title === 'string' ? title : undefined,
    caption: typeof caption === 'string' && caption !== '' ? caption : undefined,
    width: typeof width === 'number' ? width : undefined,
    height: typeof height === 'number' ? height : undefined,
    named: namedIn(attrs) ?? undefined,
  }
  const own = image?.(picture)
  if (typeof own === 'string') return own
  const { named: _named, caption: below, ...shown } = picture
  const html = `<img${attributes(shown)}>`
  return below === undefined ? html : element('figure', `${html}${element('figcaption', escapeHtml(below))}`)
}

function documentHtml(attrs: Attributes, isBlock: boolean, { document, link }: HtmlOptions): string {
  const named = namedIn(attrs)
  if (!named) return ''
  const own = document?.(named)
  if (typeof own === 'string') return own
  const href = safeAddress(link?.(named))
  if (href === null) return ''
  const html = element('a', escapeHtml(titleOf(named) ?? href), { href })
  return isBlock ? element('p', html) : html
}

function cellAttributes({ colspan, rowspan, align }: Attributes): Attributes {
  const isAlign = align === 'left' || align === 'center' || align === 'right'
  return {
    colspan: colspan === 1 ? null : colspan,
    rowspan: rowspan === 1 ? null : rowspan,
    style: isAlign ? `text-align:${align}` : null,
  }
}

function levelOf({ level }: Attributes): number {
  return typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 6 ? level : 1
}

function languageClass(attrs: Attributes): string | null {
  const language = codeLanguage(attrs)
  return language === null ? null : `language-${language}`
}

function element(name: string, html: string, given: Attributes = {}): string {
  return `<${name}${attributes(given)}>${html}</${name}>`
}

function attributes(given: Attributes | ShownPicture): string {
  return Object.entries(given)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}
