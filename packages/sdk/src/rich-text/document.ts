/** A rich text in a response: a ProseMirror document. */
export interface RichText {
  readonly type?: string
  readonly content?: readonly RichTextPart[] | undefined
}

/** A node of a rich text. Invalid members count as absent. */
export interface RichTextPart {
  readonly type: string
  readonly attrs?: Attributes | undefined
  readonly content?: readonly RichTextPart[] | undefined
  readonly marks?: readonly { readonly type: string; readonly attrs?: Attributes | undefined }[] | undefined
  readonly text?: string | undefined
}

export type Attributes = Readonly<Record<string, unknown>>

/** A reference of a picture, a link or an embedded document. */
export interface NamedDocument {
  readonly relationTo: string
  readonly value: string
  /** The document itself, if the read populates it: `populate: { body: true }`. */
  readonly doc?: Readonly<Record<string, unknown>> | undefined
  /** How an embedded document should be shown. */
  readonly view?: string | undefined
}

export function namedIn({ relationTo, value, doc, view }: Attributes): NamedDocument | null {
  if (typeof relationTo !== 'string' || typeof value !== 'string') return null
  return {
    relationTo,
    value,
    ...(typeof doc === 'object' && doc !== null && { doc: doc as Readonly<Record<string, unknown>> }),
    ...(typeof view === 'string' && { view }),
  }
}

/**
 * Returns the URL if it is safe in a link: http, https, mailto, tel, or relative. Null for all others. The service
 * accepts no others, but a text may have another source.
 */
export function safeAddress(address: unknown): string | null {
  if (typeof address !== 'string') return null
  // Browsers ignore these characters when they parse the scheme.
  const plain = address.replaceAll(/[\u0000-\u0020\u007F-\u009F]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme) ? address : null
}

/** Returns the URL of a referenced document. */
export type LinkOf = (named: NamedDocument) => string | null | undefined

/** Returns the target of a link: the page of the referenced document, or else its own URL. Null if there is none. */
export function linkAddress(attrs: Attributes, link: LinkOf | undefined): string | null {
  const named = namedIn(attrs)
  return safeAddress((named && link?.(named)) ?? attrs['href'])
}

/** Returns the text of a link without one: the document's title or name, if populated. */
export function titleOf({ doc }: NamedDocument): string | null {
  const title = doc?.['title'] ?? doc?.['name']
  return typeof title === 'string' ? title : null
}

/**
 * Returns the language of a code block if it is a plain word: it becomes part of a class name in HTML, and of a fence
 * in Markdown.
 */
export function codeLanguage({ language }: Attributes): string | null {
  return typeof language === 'string' && /^[\w#+-]+$/.test(language) ? language : null
}

/** A block that the application defines. */
export interface ShownBlock {
  readonly blockType: string
  readonly id?: string | undefined
  readonly data: Readonly<Record<string, unknown>>
}

type MakeBlock = (block: ShownBlock) => string | null | undefined

/** Renders blocks: one function for all types, or one per type. */
export type BlockHook = MakeBlock | { readonly [blockType: string]: MakeBlock }

/** Renders a block with the application's hook; empty without one, because only the application knows its blocks. */
export function ownBlock({ blockType, id, data }: Attributes, hook: BlockHook | undefined): string {
  if (hook === undefined || typeof blockType !== 'string' || typeof data !== 'object' || data === null) return ''
  const make = typeof hook === 'function' ? hook : Object.hasOwn(hook, blockType) ? hook[blockType] : undefined
  const block = { blockType, data: data as ShownBlock['data'], ...(typeof id === 'string' && { id }) }
  return make?.(block) ?? ''
}
