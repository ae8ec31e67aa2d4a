export type { NamedDocument, RichText, RichTextPart } from './document.ts'
export { escapeHtml, type HtmlOptions, type ShownPicture, toHtml } from './to-html.ts'
export { type MarkdownOptions, toMarkdown } from './to-markdown.ts'
export { toText } from './to-text.ts'
