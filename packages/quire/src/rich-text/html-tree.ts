import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The used part of `parse5`, which parses HTML like browsers. */
interface Parse5 {
  readonly parseFragment: (html: string, options: { readonly treeAdapter: TreeAdapter }) => Parsed
  readonly defaultTreeAdapter: TreeAdapter
}

interface TreeAdapter {
  readonly createElement: (...given: unknown[]) => Parsed
}

interface Parsed {
  readonly nodeName: string
  readonly value?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Parsed[]
}

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (Element | string)[]
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'svg',
  'math',
  'canvas',
  'audio',
  'video',
  'head',
  'title',
  'meta',
  'link',
  'base',
  'input',
  'select',
  'textarea',
  'button',
  'option',
  'datalist',
  'dialog',
])

/** Maximum nesting of elements: below it, only the text is kept. */
const DEEPEST = 200

/** Unclosed marks are reopened in each paragraph, as in browsers, so a short text may become any number of elements. */
const MOST_ELEMENTS = 200_000

export function parseHtml(html: string): Element {
  // Loaded with the first text: most services never need it.
  const { parseFragment, defaultTreeAdapter } = require('parse5') as Parse5
  return elementOf(parseFragment(html, { treeAdapter: counting(defaultTreeAdapter) }), 0)
}

function counting(adapter: TreeAdapter): TreeAdapter {
  let made = 0
  const createElement: TreeAdapter['createElement'] = (...given) => {
    made += 1
    if (made > MOST_ELEMENTS)
      throw new RangeError(
        `The text has more than ${MOST_ELEMENTS.toLocaleString('en')} elements. Close its tags, or split it.`,
      )
    return adapter.createElement(...given)
  }
  return { ...adapter, createElement }
}

function elementOf({ nodeName, attrs = [], childNodes = [] }: Parsed, depth: number): Element {
  return {
    name: nodeName,
    attributes: new Map(attrs.map(({ name, value }) => [name, value])),
    children: depth < DEEPEST ? childrenOf(childNodes, depth + 1) : [wordsIn(childNodes)],
  }
}

function childrenOf(nodes: readonly Parsed[], depth: number): (Element | string)[] {
  return nodes.flatMap((node): (Element | string)[] => {
    if (node.nodeName === '#text') return [node.value ?? '']
    const isElement = node.childNodes !== undefined && !node.nodeName.startsWith('#')
    return isElement && !LEFT_OUT.has(node.nodeName) ? [elementOf(node, depth)] : []
  })
}

/** Iterative, because nesting is unlimited. */
function wordsIn(nodes: readonly Parsed[]): string {
  const words: string[] = []
  const left = nodes.toReversed()
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeName === '#text') words.push(node.value ?? '')
    else if (!LEFT_OUT.has(node.nodeName)) for (const child of (node.childNodes ?? []).toReversed()) left.push(child)
  }
  return words.join('')
}

export function elementsIn({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== 'string')
}

export function textIn({ children }: Element): string {
  return children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
}
