import { type Element, elementsIn, parseHtml } from './html-tree.ts'
import { type ImportedText, type ImportOptions, refuseTooLong } from './import-options.ts'
import { TextBuilder } from './text-builder.ts'

/**
 * Converts HTML to a rich text: paragraphs, headings, lists, quotes, tables, code, pictures, links and the common
 * marks. Leaves out scripts, styles, forms, frames and URLs that a browser would execute; keeps the text of all other
 * elements.
 *
 * @example
 * richText.fromHtml('<h2>Hello</h2><p>This is <em>new</em>.</p>')
 */
export function fromHtml(html: string, options: ImportOptions = {}): ImportedText {
  refuseTooLong(html)
  const builder = new TextBuilder(options)
  builder.children(bodyOf(parseHtml(html)))
  return { type: 'doc', content: builder.finish() as NonNullable<ImportedText['content']> }
}

function bodyOf(root: Element): Element {
  return elementsIn(root).find(({ name }) => name === 'body') ?? root
}
