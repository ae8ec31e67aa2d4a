import type { RichTextDocument, RichTextMarkName, RichTextNodeName } from '@quire/core'

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

/** A text that names no documents and holds no blocks, so that every field takes it. */
export type ImportedText = RichTextDocument<{ to: never }>
