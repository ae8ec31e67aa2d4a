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
import { escaped, escapedLines, inlineMarkdown, longestFence, oneLine, type Piece } from './markdown-inline.ts'

export interface MarkdownOptions {
  /** Returns the URL of a linked or embedded document. */
  readonly link?: LinkOf
  /**
   * Returns the Markdown of an embedded document. Without it, an embedded document is a link if `link` returns a URL,
   * and is left out otherwise.
   */
  readonly document?: (named: NamedDocument) => string | null | undefined
  /** Returns the Markdown of a block; a function, or one per block type. Without it, blocks are left out. */
  readonly block?: BlockHook
}

/** Renders a rich text as Markdown (CommonMark, with GitHub's tables and strikethrough). Text is escaped. */
export function toMarkdown(text: RichText | null | undefined, options: MarkdownOptions = {}): string {
  return blocks(text?.content, options).trim()
}

function blocks(nodes: readonly RichTextPart[] | undefined, options: MarkdownOptions): string {
  if (!Array.isArray(nodes)) return ''
  let last = ''
  let isOther = false
  const parts = nodes.map((node: RichTextPart) => {
    // Adjacent lists need different markers, or they would become one list.
    isOther = node.type === last && !isOther
    const part = blockOf(node, options, isOther)
    if (part !== '') last = node.type
    return part
  })
  return parts.filter((part) => part !== '').join('\n\n')
}

function blockOf({ type, attrs: given, content }: RichTextPart, options: MarkdownOptions, isOther: boolean): string {
  const attrs = given ?? {}
  switch (type) {
    case 'paragraph':
      return escapedLines(inline(content, options))
    case 'heading': {
      const signs = '#'.repeat(Math.min(6, Math.max(1, Number(attrs['level']) || 1)))
      return `${signs} ${withoutEnd(inOneLine(content, options))}`
    }
    case 'blockquote':
      return prefixed(blocks(content, options), '> ')
    case 'bulletList':
      return items(content, options, () => (isOther ? '* ' : '- '))
    case 'orderedList': {
      const start = typeof attrs['start'] === 'number' ? attrs['start'] : 1
      return items(content, options, (index) => `${start + index}${isOther ? ')' : '.'} `)
    }
    case 'codeBlock':
      return codeBlock(attrs, content)
    case 'horizontalRule':
      return '---'
    case 'image':
      return image(attrs)
    case 'document':
      return embedded(attrs, options)
    case 'block':
      return ownBlock(attrs, options.block)
    case 'table':
      return table(content, options)
    default:
      return blocks(content, options)
  }
}

/** Escapes `#` at the end of a heading, which would close it. */
function withoutEnd(heading: string): string {
  let end = heading.length
  while (heading[end - 1] === '#') end -= 1
  return end === heading.length ? heading : `${heading.slice(0, end)}\\${heading.slice(end)}`
}

function items(
  nodes: readonly RichTextPart[] | undefined,
  options: MarkdownOptions,
  sign: (index: number) => string,
): string {
  if (!Array.isArray(nodes)) return ''
  return nodes
    .map((node: RichTextPart, index) => {
      const mark = sign(index)
      const [first = '', ...rest] = blocks(node.content, options).split('\n')
      return [mark + first, ...rest.map((line) => (line === '' ? '' : ' '.repeat(mark.length) + line))].join('\n')
    })
    .join('\n')
}

function codeBlock(attrs: Attributes, content: readonly RichTextPart[] | undefined): string {
  const code = withPlainBreaks((content ?? []).map(({ text }) => text ?? '').join(''))
  const fence = '`'.repeat(Math.max(3, longestFence(code) + 1))
  return `${fence}${codeLanguage(attrs) ?? ''}\n${code}\n${fence}`
}

const RULES: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }

function table(rows: readonly RichTextPart[] | undefined, options: MarkdownOptions): string {
  const cells = (rows ?? []).map(({ content }) => (content ?? []).map((cell) => cellText(cell, options)))
  const [head, ...rest] = cells
  if (!head) return ''
  const line = (row: readonly string[]) => `| ${head.map((_, index) => row[index] ?? '').join(' | ')} |`
  const aligned = (rows?.[0]?.content ?? []).map(({ attrs }) => RULES[String(attrs?.['align'])] ?? '---')
  return [line(head), line(aligned), ...rest.map(line)].join('\n')
}

/** Renders a table cell in one line. */
function cellText({ content = [] }: RichTextPart, options: MarkdownOptions): string {
  const lines = content.map((node) =>
    node.type === 'paragraph' ? inOneLine(node.content, options) : blocks([node], options),
  )
  return oneLine(lines.filter((line) => line !== '').join(' ')).replaceAll(/(?<!\\)\|/g, String.raw`\|`)
}

function image({ src, alt, title, caption }: Attributes): string {
  const address = safeAddress(src)
  if (address === null) return ''
  const picture = `![${escaped(typeof alt === 'string' ? alt : '')}](${destination(address)}${titled(title)})`
  return typeof caption === 'string' && caption !== '' ? `${picture}\n\n*${escaped(caption)}*` : picture
}

function embedded(attrs: Attributes, { document, link }: MarkdownOptions): string {
  const named = namedIn(attrs)
  if (!named) return ''
  const own = document?.(named)
  if (typeof own === 'string') return own
  const address = safeAddress(link?.(named))
  if (address === null) return ''
  return `[${escaped(titleOf(named) ?? address)}](${destination(address)})`
}

const SIGN_OF_BREAK = '\\\n'

/** Uses `<br>`: a backslash at the end of a line would stay visible. */
function inOneLine(nodes: readonly RichTextPart[] | undefined, options: MarkdownOptions): string {
  return inline(nodes, options, '<br>').replaceAll('\n', ' ')
}

function inline(
  nodes: readonly RichTextPart[] | undefined,
  options: MarkdownOptions,
  lineBreak = SIGN_OF_BREAK,
): string {
  if (!Array.isArray(nodes)) return ''
  return inlineMarkdown(nodes.map((node: RichTextPart) => pieceOf(node, options, lineBreak)))
}

/** Normalizes line breaks, because Markdown parsers accept several kinds. */
function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

function pieceOf(
  { type, attrs: given, text: written, marks: around }: RichTextPart,
  options: MarkdownOptions,
  lineBreak: string,
): Piece {
  const attrs = given ?? {}
  const text = withPlainBreaks(written ?? '')
  const marks = around ?? []
  if (type === 'hardBreak') return { made: lineBreak }
  if (type === 'documentInline') return { made: embedded(attrs, options) }
  if (type !== 'text') return { made: '' }
  // Within a cell, parsers end the cell at a bar even in code.
  if (lineBreak !== SIGN_OF_BREAK && text.includes('|') && marks.some((mark) => mark.type === 'code'))
    return { made: `<code>${escaped(text)}</code>` }
  const link = marks.find((mark) => mark.type === 'link')
  const address = link ? linkAddress(link.attrs ?? {}, options.link) : null
  return {
    text,
    marks: marks.map((mark) => mark.type),
    ...(address !== null && { address: `${destination(address)}${titled(link?.attrs?.['title'])}` }),
  }
}

function titled(title: unknown): string {
  return typeof title === 'string' && title !== '' ? ` "${title.replaceAll(/["\\&<>]/g, String.raw`\$&`)}"` : ''
}

/** Encodes spaces and brackets, which would end the destination, and escapes HTML characters. */
function destination(address: string): string {
  return address.replaceAll(/[\s<>\\]/g, encodeURIComponent).replaceAll(/[()&*_]/g, String.raw`\$&`)
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n')
}
