import type { RichTextDocument, RichTextNode } from 'quire'

/** Rich text as HTML. Everything that somebody wrote goes through `escape`, so that text stays text. */
export function richTextHtml(document: RichTextDocument | null): string {
  return inside(document?.content)
}

export function escape(text: unknown): string {
  return (typeof text === 'string' ? text : '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function inside(nodes: readonly RichTextNode[] = []): string {
  return nodes.map(htmlOf).join('')
}

function htmlOf({ type, attrs = {}, content, text, marks = [] }: RichTextNode): string {
  switch (type) {
    case 'text':
      return marks.reduce((html, mark) => markHtml(html, mark), escape(text))
    case 'heading':
      return element(`h${Number(attrs['level'])}`, inside(content))
    case 'codeBlock':
      return element('pre', element('code', inside(content)))
    case 'image':
      return `<img src="${escape(attrs['src'])}" alt="${escape(attrs['alt'])}">`
    case 'hardBreak':
      return '<br>'
    case 'horizontalRule':
      return '<hr>'
    default:
      return element(ELEMENTS[type] ?? 'div', inside(content))
  }
}

function markHtml(html: string, { type, attrs = {} }: { type: string; attrs?: Readonly<Record<string, unknown>> }) {
  // Quire stores no address that could run code, such as `javascript:`.
  if (type === 'link') return `<a href="${escape(attrs['href'])}">${html}</a>`
  return element(ELEMENTS[type] ?? 'span', html)
}

function element(name: string, html: string): string {
  return `<${name}>${html}</${name}>`
}
