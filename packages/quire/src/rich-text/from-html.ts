import { type Element, elementsIn, parseHtml } from './html-tree.ts'
import { type ImportedText, type ImportOptions, refuseTooLong } from './import-options.ts'
import { TextBuilder } from './text-builder.ts'

/**
 * A rich text of HTML: paragraphs, headings, lists, quotes, tables, code, pictures, links and the common marks. Scripts, styles, forms,
 * frames and addresses that a browser would run are left out; of all other elements, their words stay.
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

/** The body of a whole page. */
function bodyOf(root: Element): Element {
  return elementsIn(root).find(({ name }) => name === 'body') ?? root
}
