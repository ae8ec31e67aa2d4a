export type { BlockHook, NamedDocument, RichText, RichTextPart, ShownBlock } from './document.ts'
export { escapeHtml, type HtmlOptions, type ShownPicture, toHtml } from './to-html.ts'
export { type MarkdownOptions, toMarkdown } from './to-markdown.ts'
export { type TextOptions, toText } from './to-text.ts'
