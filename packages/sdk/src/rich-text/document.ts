/** A rich text as the service answers with it: a ProseMirror document. */
export interface RichText {
  readonly type?: string
  readonly content?: readonly RichTextPart[] | undefined
}

/** A node of a rich text. Anything that is not as it should be counts as absent. */
export interface RichTextPart {
  readonly type: string
  readonly attrs?: Attributes | undefined
  readonly content?: readonly RichTextPart[] | undefined
  readonly marks?: readonly { readonly type: string; readonly attrs?: Attributes | undefined }[] | undefined
  readonly text?: string | undefined
}

export type Attributes = Readonly<Record<string, unknown>>

/** The document that a picture, a link or an embedded document names. */
export interface NamedDocument {
  readonly relationTo: string
  readonly value: string
  /** The document itself, where the read asked for it: `populate: { body: true }`. */
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
 * An address that no browser runs: http, https, mailto, tel, or one within the site. The service takes no others, but a text may come from
 * elsewhere. Null for all others.
 */
export function safeAddress(address: unknown): string | null {
  if (typeof address !== 'string') return null
  // Browsers ignore these where they look for the scheme.
  const plain = address.replaceAll(/[\u0000-\u0020\u007F-\u009F]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme) ? address : null
}

/** What an application says of a link to a document. */
export type LinkOf = (named: NamedDocument) => string | null | undefined

/** Where a link leads: to the page of the document that it names, or else to its own address. Null if nowhere. */
export function linkAddress(attrs: Attributes, link: LinkOf | undefined): string | null {
  const named = namedIn(attrs)
  return safeAddress((named && link?.(named)) ?? attrs['href'])
}

/** What a link to a document says where the text says nothing: its title or name, if the read asked for it. */
export function titleOf({ doc }: NamedDocument): string | null {
  const title = doc?.['title'] ?? doc?.['name']
  return typeof title === 'string' ? title : null
}

/** The language of a block of code, if it is a plain word: it becomes a part of a class in HTML, and of a fence in Markdown. */
export function codeLanguage({ language }: Attributes): string | null {
  return typeof language === 'string' && /^[\w#+-]+$/.test(language) ? language : null
}

/** A block of the application's own. */
export interface ShownBlock {
  readonly blockType: string
  readonly id?: string | undefined
  /** Its fields. */
  readonly data: Readonly<Record<string, unknown>>
}

type MakeBlock = (block: ShownBlock) => string | null | undefined

/** What an application makes of blocks: one function for all of them, or one for each type. */
export type BlockHook = MakeBlock | { readonly [blockType: string]: MakeBlock }

/** What the application makes of a block; nothing where it says nothing. It knows what its blocks are, and nobody else does. */
export function ownBlock({ blockType, id, data }: Attributes, hook: BlockHook | undefined): string {
  if (hook === undefined || typeof blockType !== 'string' || typeof data !== 'object' || data === null) return ''
  const make = typeof hook === 'function' ? hook : Object.hasOwn(hook, blockType) ? hook[blockType] : undefined
  const block = { blockType, data: data as ShownBlock['data'], ...(typeof id === 'string' && { id }) }
  return make?.(block) ?? ''
}
