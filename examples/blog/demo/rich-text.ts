import type { RichTextDocument, RichTextNode } from 'quire'

/**
 * Rich text from a little markup, so that demo content can be read in its source: `## heading`, `- list`, `> quote`, fenced code,
 * **bold**, *italic*, `code` and [links](https://example.com). Blocks are separated by empty lines.
 */
export function richText(source: string): RichTextDocument {
  const blocks = source
    .split(/\n\s*\n/)
    .map((block) => block.replaceAll(/^ +| +$/gm, '').trim())
    .filter((block) => block !== '')
  return { type: 'doc', content: blocks.map(blockOf) }
}

function blockOf(text: string): RichTextNode {
  const lines = text.split('\n')
  const [first = ''] = lines
  if (first.startsWith('## ')) return { type: 'heading', attrs: { level: 2 }, content: inline(first.slice(3)) }
  if (first.startsWith('```')) return codeBlock(first.slice(3), lines.slice(1, -1))
  if (first.startsWith('> ')) return { type: 'blockquote', content: [paragraph(withoutMark(lines, '> '))] }
  if (first.startsWith('- ')) return { type: 'bulletList', content: lines.map((line) => listItem(line.slice(2))) }
  return paragraph(lines.join(' '))
}

function withoutMark(lines: readonly string[], mark: string): string {
  return lines.map((line) => (line.startsWith(mark) ? line.slice(mark.length) : line)).join(' ')
}

function codeBlock(language: string, lines: readonly string[]): RichTextNode {
  const text = lines.join('\n')
  return {
    type: 'codeBlock',
    attrs: { language: language || null },
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  }
}

function listItem(text: string): RichTextNode {
  return { type: 'listItem', content: [paragraph(text)] }
}

function paragraph(text: string): RichTextNode {
  return { type: 'paragraph', content: inline(text) }
}

const MARKUP = /\*\*(?<bold>[^*]+)\*\*|\*(?<italic>[^*]+)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)]+)\)/g

function inline(text: string): RichTextNode[] {
  const nodes: RichTextNode[] = []
  let end = 0
  for (const match of text.matchAll(MARKUP)) {
    if (match.index > end) nodes.push({ type: 'text', text: text.slice(end, match.index) })
    nodes.push(marked(match.groups ?? {}))
    end = match.index + match[0].length
  }
  if (end < text.length) nodes.push({ type: 'text', text: text.slice(end) })
  return nodes
}

function marked({ bold, italic, code, label, href }: Record<string, string | undefined>): RichTextNode {
  if (label !== undefined && href !== undefined) {
    return { type: 'text', text: label, marks: [{ type: 'link', attrs: { href } }] }
  }
  const type = bold !== undefined ? 'bold' : italic !== undefined ? 'italic' : 'code'
  return { type: 'text', text: bold ?? italic ?? code ?? '', marks: [{ type }] }
}
