import type { JsonObject, JsonValue } from '../contracts/json.ts'

/**
 * A ProseMirror document. Its nodes are those of `rich-text-schema.ts`. If `Parts` is given, nodes are a union that is
 * discriminated by `type`.
 *
 * @example
 * type Body = RichTextDocument<{ to: 'posts' | 'media'; blocks: { quote: { text: string } } }>
 */
export interface RichTextDocument<Parts extends RichTextParts = object> {
  type: 'doc'
  content?: RichTextNode<Parts>[]
}

export interface RichTextParts {
  /** The slugs of the collections that the text may mention. */
  readonly to?: string
  /** The fields of its blocks, by block type. */
  readonly blocks?: object
}

/** A node of a rich text; an untyped one without `Parts`. */
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
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'superscript' | 'subscript' | 'code' }
  | {
      type: 'link'
      attrs: Partial<NamedReference<Parts>> & AttributeTexts<'href' | 'rel' | 'class' | 'title' | 'target'>
    }

/** A type alias, because interfaces are not assignable to types with an index signature. */
type AttributeTexts<Name extends string> = { [One in Name]?: string | null }

/** The target of a picture, link or embedded document; `doc` is set if the read populates it. */
type NamedReference<Parts extends RichTextParts> = {
  relationTo: Parts extends { readonly to: infer To } ? To : string
  value: string
  doc?: { readonly id: string; readonly [field: string]: JsonValue }
}

/** Excludes members of other nodes, so that code can read them from every node. */
interface Alone {
  content?: never
  marks?: never
  text?: never
}

type NamingNode<Parts extends RichTextParts> =
  | ({
      type: 'image'
      attrs: Partial<NamedReference<Parts>> &
        AttributeTexts<'src' | 'alt' | 'title' | 'caption' | 'size'> & { width?: number | null; height?: number | null }
    } & Alone)
  | ({ type: 'document' | 'documentInline'; attrs: NamedReference<Parts> & AttributeTexts<'view'> } & Alone)

type BlockNode<Parts extends RichTextParts> = Parts extends { readonly blocks: infer Blocks }
  ? {
      [Block in keyof Blocks & string]: {
        type: 'block'
        attrs: { id?: string; blockType: Block; data: Blocks[Block] }
      } & Alone
    }[keyof Blocks & string]
  : never
