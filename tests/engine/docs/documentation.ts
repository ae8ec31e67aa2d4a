import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A Markdown file of the repository. */
export interface Page {
  /** From the root: `docs/fields.md`. */
  readonly path: string
  readonly text: string
}

/** A fenced block of a page. */
export interface CodeBlock {
  /** The words after the fence: `['ts', 'run']`. */
  readonly words: readonly string[]
  readonly code: string
  /** The line of the page on which the code starts, from 1. */
  readonly line: number
}

export function readPages(): Page[] {
  const paths = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })]
  return paths.toSorted().map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
}

export function codeBlocksOf({ text }: Page): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { readonly words: readonly string[]; readonly line: number } | undefined
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('```')) continue
    if (!open) open = { words: line.slice(3).trim().split(/\s+/), line: index + 2 }
    else {
      blocks.push({ ...open, code: lines.slice(open.line - 1, index).join('\n') })
      open = undefined
    }
  }
  return blocks
}

/** The page without code blocks and inline code, in which links don't count. */
export function proseOf({ text }: Page): string {
  return text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

/** Anchors of a page, as GitHub derives them from headings. */
export function anchorsOf({ text }: Page): string[] {
  const headings = text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#{1,6} +(.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}

/** The rows of the tables with exactly this header, each as its cells. */
export function rowsOf({ path, text }: Page, ...header: readonly string[]): string[][] {
  const lines = text.split('\n')
  const rows = lines.flatMap((line, index) => {
    if (cellsOf(line).join('\n') !== header.join('\n')) return []
    const below = lines.slice(index + 2)
    const end = below.findIndex((one) => !one.startsWith('|'))
    return below.slice(0, end === -1 ? undefined : end).map(cellsOf)
  })
  if (rows.length === 0) throw new Error(`${path} has no table with the header ${header.join(', ')}`)
  return rows
}

function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return []
  const cells = line.replaceAll('\\|', '\0').split('|').slice(1, -1)
  return cells.map((cell) => cell.replaceAll('\0', '|').trim())
}
