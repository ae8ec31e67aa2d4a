import { allowedContent, isSafeSource, isSafeUrl, type RichTextNode } from '@quirecms/core'
import { type Element, elementsIn, textIn } from './html-tree.ts'
import type { ImportOptions } from './import-options.ts'
import { Line } from './line.ts'

const MARKS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  sup: 'superscript',
  sub: 'subscript',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}

/** Inline elements; all others begin a new line. */
const INLINE: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'bdi',
  'bdo',
  'big',
  'data',
  'font',
  'label',
  'mark',
  'nobr',
  'q',
  'ruby',
  'rb',
  'rt',
  'rp',
  'small',
  'span',
  'time',
  'var',
  'wbr',
  'picture',
  'source',
])

/** Maximum nesting of lists and quotes, given the JSON depth limit. */
const DEEPEST = 8
const LONGEST_TEXT = 1000
const LONGEST_ADDRESS = 2048

/** Converts elements to nodes. Elements that are not allowed become paragraphs with their text. */
export class TextBuilder {
  readonly #options: ImportOptions
  readonly #nodes: ReadonlySet<string>
  readonly #marks: ReadonlySet<string>
  readonly #depth: number
  readonly #made: RichTextNode[] = []
  #line: Line
  /** The block of the current line: a paragraph or a heading. */
  #block: RichTextNode = { type: 'paragraph' }

  constructor(options: ImportOptions, depth = 0) {
    const { nodes, marks } = allowedContent(options)
    this.#options = options
    this.#nodes = new Set(nodes)
    this.#marks = new Set(marks)
    this.#depth = depth
    this.#line = new Line(this.#marks)
  }

  finish(): RichTextNode[] {
    this.#endLine()
    return this.#made
  }

  children({ children }: Element): void {
    for (const child of children) {
      if (typeof child === 'string') this.#line.text(child)
      else this.#element(child)
    }
  }

  #element(element: Element): void {
    const { name } = element
    const mark = MARKS[name]
    if (mark !== undefined) this.#line.within({ type: mark }, () => this.children(element))
    else if (name === 'a') this.#link(element)
    else if (name === 'br') this.#line.break()
    else if (INLINE.has(name)) this.children(element)
    else if (name === 'img') this.#picture(element)
    else {
      this.#endLine()
      this.#blockElement(element)
      this.#endLine()
    }
  }

  #blockElement(element: Element): void {
    const { name } = element
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined && this.#nodes.has('heading')) {
      const before = this.#block
      this.#block = { type: 'heading', attrs: { level: Number(level) } }
      this.children(element)
      this.#endLine()
      this.#block = before
    } else if (name === 'hr') this.#add({ type: 'horizontalRule' })
    else if (name === 'pre' && this.#nodes.has('codeBlock')) this.#code(element)
    else if (name === 'figure') this.#figure(element)
    else if (this.#depth >= DEEPEST) this.children(element)
    else if (name === 'blockquote' && this.#nodes.has('blockquote')) this.#quote(element)
    else if ((name === 'ul' || name === 'menu') && this.#nodes.has('bulletList')) this.#list(element, 'bulletList')
    else if (name === 'ol' && this.#nodes.has('orderedList')) this.#list(element, 'orderedList')
    else if (name === 'table' && this.#nodes.has('table')) this.#table(element)
    else this.children(element)
  }

  #endLine(): void {
    const content = this.#line.finish()
    if (content.length > 0) this.#made.push({ ...this.#block, content })
  }

  #add(node: RichTextNode): void {
    if (this.#nodes.has(node.type)) this.#made.push(node)
  }

  #inside(element: Element, levels = 1): RichTextNode[] {
    const builder = new TextBuilder(this.#options, this.#depth + levels)
    builder.children(element)
    return builder.finish()
  }

  #link(element: Element): void {
    const href = element.attributes.get('href')?.trim() ?? ''
    const title = shortText(element, 'title')
    const isSound = href !== '' && href.length <= LONGEST_ADDRESS && isSafeUrl(href)
    if (!isSound) return this.children(element)
    const attrs = { href, ...(title !== undefined && { title }) }
    this.#line.within({ type: 'link', attrs }, () => this.children(element))
  }

  #picture(element: Element): void {
    const src = element.attributes.get('src')?.trim() ?? ''
    if (src === '' || src.length > LONGEST_ADDRESS || !isSafeSource(src)) return
    const [alt, title] = [shortText(element, 'alt'), shortText(element, 'title')]
    const [width, height] = [pixels(element, 'width'), pixels(element, 'height')]
    this.#endLine()
    this.#add({
      type: 'image',
      attrs: {
        src,
        ...(alt !== undefined && { alt }),
        ...(title !== undefined && { title }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
      },
    })
  }

  #figure(element: Element): void {
    const first = this.#made.length
    const isCaption = (child: Element | string) => typeof child !== 'string' && child.name === 'figcaption'
    this.children({ ...element, children: element.children.filter((child) => !isCaption(child)) })
    this.#endLine()
    const pictures = this.#made.slice(first).filter(({ type }) => type === 'image')
    for (const caption of elementsIn(element).filter(isCaption)) {
      const words = textIn(caption).replaceAll(/\s+/g, ' ').trim()
      const [picture] = pictures
      if (picture && pictures.length === 1 && words !== '' && words.length <= LONGEST_TEXT)
        picture.attrs = { ...picture.attrs, caption: words }
      else this.children(caption)
      this.#endLine()
    }
  }

  #quote(element: Element): void {
    const content = this.#inside(element)
    if (content.length > 0) this.#add({ type: 'blockquote', content })
  }

  #list(element: Element, type: 'bulletList' | 'orderedList'): void {
    const items: RichTextNode[] = []
    for (const child of elementsIn(element)) {
      const content = this.#inside(child.name === 'li' ? child : { ...element, name: 'div', children: [child] }, 2)
      const last = items.at(-1)
      // A list between items belongs to the item before it.
      if (child.name !== 'li' && last?.content) for (const node of content) last.content.push(node)
      else if (content.length > 0)
        items.push({
          type: 'listItem',
          content: content[0]?.type === 'paragraph' ? content : [{ type: 'paragraph' }, ...content],
        })
    }
    if (items.length === 0) return
    const start = Number(element.attributes.get('start') ?? 1)
    const isCounted =
      type === 'orderedList' && Number.isInteger(start) && start >= 0 && start <= 1_000_000 && start !== 1
    this.#add({ type, ...(isCounted && { attrs: { start } }), content: items })
  }

  #table(element: Element): void {
    const table = tableOf(element, (cell) => this.#inside(cell, 3))
    for (const caption of elementsIn(element).filter(({ name }) => name === 'caption')) {
      this.children(caption)
      this.#endLine()
    }
    if (table) this.#add(table)
  }

  #code(element: Element): void {
    const text = textIn(element).replace(/\n$/, '')
    const classes = [element, ...elementsIn(element)].map(({ attributes }) => attributes.get('class') ?? '').join(' ')
    const language = /(?:^|\s)lang(?:uage)?-([\w#+-]{1,50})/.exec(classes)?.[1]
    this.#add({
      type: 'codeBlock',
      ...(language !== undefined && { attrs: { language } }),
      ...(text !== '' && { content: [{ type: 'text', text }] }),
    })
  }
}

function shortText({ attributes }: Element, name: string): string | undefined {
  const value = attributes.get(name)?.trim()
  return value === undefined || value === '' ? undefined : value.slice(0, LONGEST_TEXT).toWellFormed()
}

function pixels({ attributes }: Element, name: string): number | undefined {
  const value = Number(attributes.get(name) ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= 100_000 ? value : undefined
}

const PARTS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot'])

/** Converts a table; `inside` converts its cells. Null without cells. */
function tableOf(element: Element, inside: (cell: Element) => RichTextNode[]): RichTextNode | null {
  const rows = elementsIn(element).flatMap((child) => (PARTS.has(child.name) ? elementsIn(child) : [child]))
  const content = rows
    .filter(({ name }) => name === 'tr')
    .map((row): RichTextNode => {
      const cells = elementsIn(row).filter(({ name }) => name === 'td' || name === 'th')
      return { type: 'tableRow', content: cells.map((cell) => cellOf(cell, inside(cell))) }
    })
    .filter((row) => row.content?.length !== 0)
  return content.length > 0 ? { type: 'table', content } : null
}

function cellOf(cell: Element, content: RichTextNode[]): RichTextNode {
  const attrs = { ...span(cell, 'colspan'), ...span(cell, 'rowspan'), ...alignment(cell) }
  return {
    type: cell.name === 'th' ? 'tableHeader' : 'tableCell',
    ...(Object.keys(attrs).length > 0 && { attrs }),
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}

function span({ attributes }: Element, name: 'colspan' | 'rowspan'): Record<string, number> {
  const count = Number(attributes.get(name) ?? 1)
  return Number.isInteger(count) && count > 1 && count <= 1000 ? { [name]: count } : {}
}

function alignment({ attributes }: Element): Record<string, string> {
  const style = /text-align:\s*(left|center|right)/i.exec(attributes.get('style') ?? '')?.[1]
  const align = (style ?? attributes.get('align') ?? '').toLowerCase()
  return align === 'left' || align === 'center' || align === 'right' ? { align } : {}
}
