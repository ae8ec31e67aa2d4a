import { isSafeAddress } from '../safe-address.ts'
import { declarationsOf, STYLE } from './declarations.ts'
import { withoutRedirect } from './redirects.ts'

type Style = ReadonlyMap<string, string>

interface Format {
  readonly tag: string
  readonly tags: readonly string[]
  /** Undefined where a style says nothing about it. */
  readonly isOn: (style: Style) => boolean | undefined
}

/** As the service takes them in links. */
const LONGEST = 2048

const HEADINGS = 'h1, h2, h3, h4, h5, h6'

const FORMATS: readonly Format[] = [
  {
    tag: 'strong',
    tags: ['b', 'strong'],
    isOn: (style) => {
      const weight = style.get('font-weight')
      return weight === undefined ? undefined : /^(bold|bolder|[6-9]\d\d)$/.test(weight)
    },
  },
  {
    tag: 'em',
    tags: ['i', 'em', 'cite', 'dfn'],
    isOn: (style) => {
      const slant = style.get('font-style')
      return slant === undefined ? undefined : /^(italic|oblique)/.test(slant)
    },
  },
  { tag: 'u', tags: ['u', 'ins'], isOn: (style) => lineOf(style)?.includes('underline') },
  { tag: 's', tags: ['s', 'strike', 'del'], isOn: (style) => lineOf(style)?.includes('line-through') },
  { tag: 'sup', tags: ['sup'], isOn: (style) => isAligned(style, 'super') },
  { tag: 'sub', tags: ['sub'], isOn: (style) => isAligned(style, 'sub') },
]

function lineOf(style: Style): string | undefined {
  return style.get('text-decoration-line') ?? style.get('text-decoration')
}

/** Pages move their `<sup>` with other styles, so only the two words say something. */
function isAligned(style: Style, way: 'super' | 'sub'): true | undefined {
  return style.get('vertical-align') === way ? true : undefined
}

/** Marks that stand in styles become tags, and tags whose style takes their meaning back are none. */
export function formatByTags(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    const href = withoutRedirect(link.getAttribute('href') ?? '')
    link.setAttribute('href', href)
    // Bookmarks of the document that it comes from, and what is only on the device, lead nowhere here.
    if (!isSafeAddress(href) || href.startsWith('#') || href.length > LONGEST) link.replaceWith(...link.childNodes)
  }
  // From the inside out: what replaces an element holds what was made of its children.
  for (const element of [
    ...body.querySelectorAll('span, font, b, strong, i, em, cite, dfn, u, ins, s, strike, del, sup, sub'),
  ].toReversed()) {
    const style = declarationsOf(element.getAttribute(STYLE) ?? '')
    const on = FORMATS.filter(({ tags, isOn }) => isOn(style) ?? tags.includes(element.localName))
    // That links are underlined and headings bold is how their page shows them.
    const meant = on.filter(
      ({ tag, tags }) =>
        tags.includes(element.localName) ||
        !((tag === 'u' && element.closest('a')) || (tag === 'strong' && element.closest(HEADINGS))),
    )
    wrapContent(
      element,
      meant.map(({ tag }) => tag),
    )
    element.replaceWith(...element.childNodes)
  }
}

function wrapContent(element: Element, tags: readonly string[]): void {
  // Around what is in paragraphs, not around the paragraphs: one program puts everything into a <b> that is none.
  if (element.querySelector(`p, div, ul, ol, table, blockquote, ${HEADINGS}`) || element.childNodes.length === 0) return
  for (const tag of tags) {
    const wrapper = element.ownerDocument.createElement(tag)
    wrapper.append(...element.childNodes)
    element.append(wrapper)
  }
}
