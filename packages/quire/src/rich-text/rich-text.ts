import { fromHtml } from './from-html.ts'
import { fromMarkdown } from './from-markdown.ts'

/**
 * Converts HTML and Markdown to rich texts, such as for an import.
 *
 * @example
 * await app.local.collection('posts').create({ title, body: richText.fromMarkdown(source) })
 */
export const richText = Object.freeze({ fromMarkdown, fromHtml })
