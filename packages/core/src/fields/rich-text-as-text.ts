import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'

/** Converts a text to a rich text: each line becomes a paragraph. */
export function paragraphsOf(text: string): JsonObject {
  const content = text
    .split('\n')
    .map((line): JsonObject => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) }))
  return { type: 'doc', content }
}

/** The lines of a rich text that consists only of plain paragraphs; undefined for others, which would lose content. */
export function plainTextOf({ content = [] }: JsonObject): string | undefined {
  const lines = Array.isArray(content) ? content.map(lineOf) : [undefined]
  return lines.includes(undefined) ? undefined : lines.join('\n')
}

function lineOf(paragraph: JsonValue): string | undefined {
  if (!isObject(paragraph) || paragraph['type'] !== 'paragraph' || paragraph['attrs'] !== undefined) return undefined
  const { content = [] } = paragraph
  if (!Array.isArray(content)) return undefined
  const texts = content.map((one) => {
    const isPlain = isObject(one) && one['type'] === 'text' && one['marks'] === undefined
    return isPlain && typeof one['text'] === 'string' && !one['text'].includes('\n') ? one['text'] : undefined
  })
  return texts.includes(undefined) ? undefined : texts.join('')
}

/**
 * The texts of a rich text for search. Texts of different nodes are separate words, unless they are in the same line.
 */
export function textsOf(node: JsonValue): string[] {
  if (!isObject(node)) return []
  const { text, content, attrs } = node
  if (typeof text === 'string') return [text]
  // Captions are searchable too.
  if (node['type'] === 'image') return isObject(attrs) && typeof attrs['caption'] === 'string' ? [attrs['caption']] : []
  if (!Array.isArray(content)) return []
  const isLine = content.some((one) => isObject(one) && typeof one['text'] === 'string')
  const inside = content.flatMap(textsOf)
  return isLine ? [inside.join('')] : inside
}
