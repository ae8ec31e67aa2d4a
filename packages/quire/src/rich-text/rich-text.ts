import { fromHtml } from './from-html.ts'
import { fromMarkdown } from './from-markdown.ts'

/**
 * Makes rich texts of what was written elsewhere, such as for an import.
 *
 * @example
 * await app.local.collection('posts').create({ title, body: richText.fromMarkdown(source) })
 */
export const richText = Object.freeze({ fromMarkdown, fromHtml })
