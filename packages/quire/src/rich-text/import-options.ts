import type { JsonObject, RichTextMarkName, RichTextNodeName } from '@quirecms/core'

/** Allowed content, like the options of a field. Anything else becomes plain paragraphs. */
export interface ImportOptions {
  readonly nodes?: readonly RichTextNodeName[] | undefined
  readonly marks?: readonly RichTextMarkName[] | undefined
}

/** Four times the limit of a rich text, to allow for markup. */
const LONGEST = 2_000_000

/** Refuses input that no field could hold. */
export function refuseTooLong(text: string): void {
  if (typeof text !== 'string') throw new TypeError('Give a text to convert to rich text.')
  if (text.length > LONGEST)
    throw new RangeError(
      `The text has ${text.length.toLocaleString('en')} characters. At most ${LONGEST.toLocaleString('en')} can be converted at once: split it.`,
    )
}

/**
 * A text without mentions and blocks, which every field accepts. Written out, because TypeScript 5.9 doesn't infer it
 * from `RichTextDocument`.
 */
export interface ImportedText {
  type: 'doc'
  content?: ImportedNode[]
}

type ImportedNode = PlainNode | PictureNode

type PlainName =
  | Exclude<RichTextNodeName, 'image' | 'document' | 'documentInline' | 'block'>
  | 'paragraph'
  | 'listItem'
  | 'tableRow'
  | 'tableCell'
  | 'tableHeader'
  | 'hardBreak'
  | 'text'

interface PlainNode {
  type: PlainName
  attrs?: JsonObject
  content?: ImportedNode[]
  marks?: ImportedMark[]
  text?: string
}

interface PictureNode {
  type: 'image'
  attrs: OptionTexts<'src' | 'alt' | 'title'>
  content?: never
  marks?: never
  text?: never
}

type ImportedMark = { type: Exclude<RichTextMarkName, 'link'> } | { type: 'link'; attrs: OptionTexts<'href' | 'title'> }

type OptionTexts<Name extends string> = { [One in Name]?: string | null }
