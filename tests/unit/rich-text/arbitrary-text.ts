import type { RichTextPart } from '@quirecms/sdk/rich-text'
import fc from 'fast-check'

type Node = RichTextPart

/** Signs that mean something in Markdown or HTML, and words. */
const sign = fc.constantFrom(...'abz19 -+*_#>~`|[]()!&<\'":.=\\é漢'.split(''), '&lt;', '<b>', '](', '**', '1.', '![')
/** As a reader of HTML leaves it: no space at either end, and none beside another. */
const words = fc
  .array(sign, { minLength: 1, maxLength: 12 })
  .map((signs) => signs.join('').replaceAll(/\s+/g, ' ').trim())
  .filter((one) => one !== '')

const marks = fc
  .tuple(
    fc.subarray(['bold', 'italic', 'underline', 'strike']),
    fc.option(fc.constantFrom('superscript', 'subscript'), { nil: undefined, freq: 2 }),
  )
  .map(([some, small]) => (small === undefined ? some : [...some, small]))
const address = fc.constantFrom(
  '/a',
  'https://example.com/a?b=c&d=(e)',
  'mailto:a@example.com',
  '#x',
  '/%C3%A4',
  '/a_b*c',
)

interface Piece {
  readonly words: string
  readonly marks: readonly string[]
  readonly href: string | undefined
  readonly isCode: boolean
}

const piece: fc.Arbitrary<Piece> = fc.record({
  words,
  marks,
  href: fc.option(address, { nil: undefined, freq: 4 }),
  isCode: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
})

/** Pieces with single spaces between some of them; those with the same marks are one. */
const line = fc.array(fc.tuple(piece, fc.boolean()), { minLength: 1, maxLength: 5 }).map((pieces): Node[] => {
  const content: Node[] = []
  const add = (text: string, set: readonly { readonly type: string }[]) => {
    const last = content.at(-1)
    const node: Node = { type: 'text', text, ...(set.length > 0 && { marks: set }) }
    if (last && JSON.stringify(last.marks) === JSON.stringify(node.marks))
      content[content.length - 1] = { ...last, text: `${last.text}${text}` }
    else content.push(node)
  }
  for (const [index, [{ words: said, marks: some, href, isCode }, hasSpace]] of pieces.entries()) {
    const link = href === undefined ? [] : [{ type: 'link', attrs: { href } }]
    add(said, isCode ? [{ type: 'code' }] : [...link, ...some.map((type) => ({ type }))])
    // Marks of Markdown hold no space at their ends.
    if (hasSpace && index < pieces.length - 1) add(' ', [])
  }
  return content
})

const paragraph = line.map((content): Node => ({ type: 'paragraph', content }))
const heading = fc
  .record({ level: fc.integer({ min: 1, max: 6 }), content: line })
  .map(({ level, content }): Node => ({ type: 'heading', attrs: { level }, content }))
const code = fc.record({ language: fc.option(fc.constantFrom('ts', 'c++'), { nil: undefined }), text: words }).map(
  ({ language, text }): Node => ({
    type: 'codeBlock',
    ...(language !== undefined && { attrs: { language } }),
    content: [{ type: 'text', text: `${text}\n  ${text}` }],
  }),
)
const picture = fc
  .record({ alt: words, src: fc.constantFrom('/a.png', 'https://example.com/b.png') })
  .map(({ alt, src }): Node => ({ type: 'image', attrs: { src, alt } }))
const rule = fc.constant<Node>({ type: 'horizontalRule' })

const table = fc
  .record({ columns: fc.integer({ min: 1, max: 3 }), rows: fc.integer({ min: 1, max: 3 }), content: line })
  .map(({ columns, rows, content }): Node => {
    const row = (type: string): Node => ({
      type: 'tableRow',
      content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph', content }] })),
    })
    return { type: 'table', content: [row('tableHeader'), ...Array.from({ length: rows }, () => row('tableCell'))] }
  })

const { block } = fc.letrec<{ block: Node; item: Node }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'text' },
    paragraph,
    heading,
    code,
    rule,
    picture,
    table,
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content): Node => ({ type: 'blockquote', content })),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((content): Node => ({ type: 'bulletList', content })),
    fc
      .record({
        start: fc.integer({ min: 2, max: 99 }),
        content: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      })
      .map(({ start, content }): Node => ({ type: 'orderedList', attrs: { start }, content })),
  ),
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]): Node => ({ type: 'listItem', content: [first, ...rest] })),
}))

/** Texts that can be said in Markdown. */
export const plainText = fc.array(block, { maxLength: 5 }).map((content) => ({ type: 'doc' as const, content }))

const anything = fc
  .oneof(fc.string({ minLength: 1 }), fc.constantFrom('"><script>alert(1)</script>', "' onload='x", '<!--', '&lt;'))
  .filter((one) => !one.includes('\0') && one.isWellFormed())
const hostileText = anything.map(
  (text): Node => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href: '/x', title: text, rel: text } }] }),
)

/** Texts that a field takes, with anything in them. */
export const arbitraryText = fc
  .array(
    fc.oneof(
      block,
      hostileText.map((one): Node => ({ type: 'paragraph', content: [one] })),
      fc
        .record({ alt: anything, caption: anything, title: anything })
        .map((attrs): Node => ({ type: 'image', attrs: { src: '/a.png', ...attrs } })),
      anything.map((language): Node => ({ type: 'codeBlock', attrs: { language } })),
    ),
    { maxLength: 5 },
  )
  .map((content) => ({ type: 'doc' as const, content }))
