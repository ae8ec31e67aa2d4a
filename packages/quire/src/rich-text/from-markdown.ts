import { createRequire } from 'node:module'
import { fromHtml } from './from-html.ts'
import { type ImportedText, type ImportOptions, refuseTooLong } from './import-options.ts'

/** The used part of `markdown-it`. */
type MarkdownIt = new (options: { readonly html: boolean }) => { render(markdown: string): string }

const require = createRequire(import.meta.url)

let reader: InstanceType<MarkdownIt> | undefined

/**
 * Converts Markdown to a rich text: CommonMark, with GitHub's tables and strikethrough. HTML in it is converted as by
 * `fromHtml`.
 *
 * @example
 * richText.fromMarkdown('# Hello\n\nThis is *new*.')
 */
export function fromMarkdown(markdown: string, options: ImportOptions = {}): ImportedText {
  refuseTooLong(markdown)
  // Loaded with the first text: most services never need it.
  reader ??= new (require('markdown-it') as MarkdownIt)({ html: true })
  return fromHtml(reader.render(markdown), options)
}
