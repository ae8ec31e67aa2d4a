import {
  type Attributes,
  codeLanguage,
  linkAddress,
  type LinkOf,
  namedIn,
  type NamedDocument,
  type RichText,
  type RichTextPart,
  safeAddress,
  titleOf,
} from './document.ts'

export interface MarkdownOptions {
  /** The address of a document that is linked to, or embedded. */
  readonly link?: LinkOf
  /** The Markdown of an embedded document. Without it, an embedded document is a link if `link` knows its address, and nothing otherwise. */
  readonly document?: (named: NamedDocument) => string | null | undefined
}

/** A rich text as Markdown (CommonMark, with the tables and the strikethrough of GitHub). What somebody wrote stays text. */
export function toMarkdown(text: RichText | null | undefined, options: MarkdownOptions = {}): string {
  return blocks(text?.content, options).trim()
}

function blocks(nodes: readonly RichTextPart[] | undefined, options: MarkdownOptions): string {
  if (!Array.isArray(nodes)) return ''
  const parts = nodes.map((node: RichTextPart) => blockOf(node, options))
  return parts.filter((part) => part !== '').join('\n\n')
}

function blockOf({ type, attrs = {}, content }: RichTextPart, options: MarkdownOptions): string {
  switch (type) {
    case 'paragraph':
      return startOfLine(inline(content, options))
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, Number(attrs['level']) || 1)))} ${inline(content, options).replaceAll('\n', ' ')}`
    case 'blockquote':
      return prefixed(blocks(content, options), '> ')
    case 'bulletList':
      return items(content, options, () => '- ')
    case 'orderedList': {
      const start = typeof attrs['start'] === 'number' ? attrs['start'] : 1
      return items(content, options, (index) => `${start + index}. `)
    }
    case 'codeBlock':
      return codeBlock(attrs, content)
    case 'horizontalRule':
      return '---'
    case 'image':
      return image(attrs)
    case 'document':
      return embedded(attrs, options)
    case 'table':
      return table(content, options)
    default:
      return blocks(content, options)
  }
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
  const code = (content ?? []).map(({ text }) => text ?? '').join('')
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${codeLanguage(attrs) ?? ''}\n${code}\n${fence}`
}

function table(rows: readonly RichTextPart[] | undefined, options: MarkdownOptions): string {
  const cells = (rows ?? []).map(({ content }) =>
    (content ?? []).map((cell) =>
      blocks(cell.content, options)
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll(/(?<!\\)\|/g, String.raw`\|`),
    ),
  )
  const [head, ...rest] = cells
  if (!head) return ''
  const line = (row: readonly string[]) => `| ${head.map((_, index) => row[index] ?? '').join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}

function image({ src, alt, title, caption }: Attributes): string {
  const address = safeAddress(src)
  if (address === null) return ''
  const name = typeof title === 'string' && title !== '' ? ` "${title.replaceAll(/["\\]/g, String.raw`\$&`)}"` : ''
  const picture = `![${escaped(typeof alt === 'string' ? alt : '')}](${destination(address)}${name})`
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

function inline(nodes: readonly RichTextPart[] | undefined, options: MarkdownOptions): string {
  if (!Array.isArray(nodes)) return ''
  return nodes.map((node: RichTextPart) => inlineOf(node, options)).join('')
}

function inlineOf({ type, attrs = {}, text = '', marks = [] }: RichTextPart, options: MarkdownOptions): string {
  if (type === 'hardBreak') return '\\\n'
  if (type === 'documentInline') return embedded(attrs, options)
  if (type !== 'text') return ''
  const has = (name: string) => marks.some((mark) => mark.type === name)
  let made = has('code') ? inlineCode(text) : escaped(text)
  // Signs that stand beside a space mark nothing, so the space stays outside.
  for (const [name, sign] of SIGNS) if (has(name)) made = made.replace(/^(\s*)(.*?)(\s*)$/s, `$1${sign}$2${sign}$3`)
  const link = marks.find((mark) => mark.type === 'link')
  const address = link ? linkAddress(link.attrs ?? {}, options.link) : null
  return address === null ? made : `[${made}](${destination(address)})`
}

const SIGNS = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
] as const

function inlineCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>~|&]/g, String.raw`\$&`)
}

/** What would begin something else at the start of a line. */
function startOfLine(text: string): string {
  return text.replaceAll(/^(\s*)([#+=-])/gm, String.raw`$1\$2`).replaceAll(/^(\s*\d+)([.)])/gm, String.raw`$1\$2`)
}

/** Spaces and brackets would end it. */
function destination(address: string): string {
  return address.replaceAll(/[\s()<>\\]/g, (sign) => encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'))
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n')
}
