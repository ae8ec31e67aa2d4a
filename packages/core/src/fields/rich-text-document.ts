import type { JsonObject, JsonValue } from '../contracts/json.ts'

/**
 * A ProseMirror document. The nodes inside are those of `rich-text-schema.ts`. Where it is known what a text may hold, its nodes can be told
 * by their `type`.
 *
 * @example
 * type Body = RichTextDocument<{ to: 'posts' | 'media'; blocks: { quote: { text: string } } }>
 */
export interface RichTextDocument<Parts extends RichTextParts = object> {
  type: 'doc'
  content?: RichTextNode<Parts>[]
}

/** What a text may hold beside plain nodes. */
export interface RichTextParts {
  /** The slugs of the collections whose documents it may name. */
  readonly to?: string
  /** The fields of its blocks, by the names of these. */
  readonly blocks?: object
}

/** A node of a text; of one that may hold anything, if nothing is known of it. */
export type RichTextNode<Parts extends RichTextParts = object> = keyof Parts extends never
  ? AnyRichTextNode
  : PlainNode<Parts> | NamingNode<Parts> | BlockNode<Parts>

interface AnyRichTextNode {
  type: string
  attrs?: JsonObject
  content?: AnyRichTextNode[]
  marks?: { type: string; attrs?: JsonObject }[]
  text?: string
}

type PlainName =
  | 'paragraph'
  | 'heading'
  | 'blockquote'
  | 'bulletList'
  | 'orderedList'
  | 'listItem'
  | 'codeBlock'
  | 'horizontalRule'
  | 'table'
  | 'tableRow'
  | 'tableCell'
  | 'tableHeader'
  | 'hardBreak'
  | 'text'

interface PlainNode<Parts extends RichTextParts> {
  type: PlainName
  attrs?: JsonObject
  content?: RichTextNode<Parts>[]
  marks?: RichTextMark<Parts>[]
  text?: string
}

type RichTextMark<Parts extends RichTextParts> =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' }
  | {
      type: 'link'
      attrs: Partial<Named<Parts>> & Texts<'href' | 'rel' | 'class' | 'title' | 'target'>
    }

/** Aliases, since only these can be given where anything with texts for keys is asked for. */
type Texts<Name extends string> = { [One in Name]?: string | null }

/** The document that a picture, a link or an embedded document names, and the document itself where a read asked for it. */
type Named<Parts extends RichTextParts> = {
  relationTo: Parts extends { readonly to: infer To } ? To : string
  value: string
  doc?: { readonly id: string; readonly [field: string]: JsonValue }
}

/** No members of other nodes, so that a reader can look for them on every node. */
interface Alone {
  content?: never
  marks?: never
  text?: never
}

type NamingNode<Parts extends RichTextParts> =
  | ({
      type: 'image'
      attrs: Partial<Named<Parts>> &
        Texts<'src' | 'alt' | 'title' | 'caption' | 'size'> & { width?: number | null; height?: number | null }
    } & Alone)
  | ({ type: 'document' | 'documentInline'; attrs: Named<Parts> & Texts<'view'> } & Alone)

type BlockNode<Parts extends RichTextParts> = Parts extends { readonly blocks: infer Blocks }
  ? {
      [Block in keyof Blocks & string]: {
        type: 'block'
        attrs: { id?: string; blockType: Block; data: Blocks[Block] }
      } & Alone
    }[keyof Blocks & string]
  : never
