import { isSafeAddress } from '../allowed-content.ts'
import { withoutRedirect } from './redirects.ts'

export const STYLE = 'data-style'

/**
 * Declarations of a `style` attribute, including vendor properties, by exact name: `mso-bidi-font-weight` is not
 * `font-weight`.
 */
export function declarationsOf(style: string): ReadonlyMap<string, string> {
  return new Map(
    style.split(/;(?=(?:[^"']|"[^"]*"|'[^']*')*$)/).flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      if (colon < 0) return []
      return [[declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const]
    }),
  )
}

export function fieldOfStyle(element: Element, name: string): string | undefined {
  const style = element.getAttribute(STYLE)
  return style === null ? undefined : declarationsOf(style).get(name)
}

type Style = ReadonlyMap<string, string>

interface Format {
  readonly tag: string
  readonly tags: readonly string[]
  /** Undefined if the style doesn't set it. */
  readonly isOn: (style: Style) => boolean | undefined
}

/** Limit of the service for links. */
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

/** Web pages shift `<sup>` with other values, so only these two keywords count. */
function isAligned(style: Style, way: 'super' | 'sub'): true | undefined {
  return style.get('vertical-align') === way ? true : undefined
}

/** Turns styles into tags, and removes tags that their style cancels. */
export function formatByTags(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    const href = withoutRedirect(link.getAttribute('href') ?? '')
    link.setAttribute('href', href)
    // Bookmarks of the source document and local files lead nowhere here.
    if (!isSafeAddress(href) || href.startsWith('#') || href.length > LONGEST) link.replaceWith(...link.childNodes)
  }
  // From the inside out, so that a replaced element keeps its converted children.
  for (const element of [
    ...body.querySelectorAll('span, font, b, strong, i, em, cite, dfn, u, ins, s, strike, del, sup, sub'),
  ].toReversed()) {
    const style = declarationsOf(element.getAttribute(STYLE) ?? '')
    const on = FORMATS.filter(({ tags, isOn }) => isOn(style) ?? tags.includes(element.localName))
    // Links are underlined and headings bold by default, so that is no formatting.
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
  // Wrap the content of paragraphs, not paragraphs: Google Docs puts everything into a <b> without meaning.
  if (element.querySelector(`p, div, ul, ol, table, blockquote, ${HEADINGS}`) || element.childNodes.length === 0) return
  for (const tag of tags) {
    const wrapper = element.ownerDocument.createElement(tag)
    wrapper.append(...element.childNodes)
    element.append(wrapper)
  }
}
