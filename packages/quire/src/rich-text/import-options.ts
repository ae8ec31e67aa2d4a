import type { JsonObject, RichTextMarkName, RichTextNodeName } from '@quirecms/core'

/** What the text may consist of, as the options of its field have it. Whatever else there is becomes plain paragraphs. */
export interface ImportOptions {
  readonly nodes?: readonly RichTextNodeName[] | undefined
  readonly marks?: readonly RichTextMarkName[] | undefined
}

/** Four times what a rich text may hold: beside its words, there are the signs and elements around them. */
const LONGEST = 2_000_000

/** What no field could hold is not worth the time that it takes to read. */
export function refuseTooLong(text: string): void {
  if (typeof text !== 'string') throw new TypeError('Give a text to make a rich text of.')
  if (text.length > LONGEST)
    throw new RangeError(
      `The text has ${text.length.toLocaleString('en')} characters. At most ${LONGEST.toLocaleString('en')} can be read at once: divide it.`,
    )
}

/**
 * A text that names no documents and holds no blocks, so that every field takes it. Written out, since TypeScript 5.9 does not see that of
 * a `RichTextDocument` whose parts are none.
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
  attrs: Texts<'src' | 'alt' | 'title'>
  content?: never
  marks?: never
  text?: never
}

type ImportedMark = { type: Exclude<RichTextMarkName, 'link'> } | { type: 'link'; attrs: Texts<'href' | 'title'> }

type Texts<Name extends string> = { [One in Name]?: string | null }
