import { fieldOfStyle } from './format-by-tags.ts'
import { type ListItem, listsOf } from './nested-lists.ts'
import { numberingOf } from './numbering.ts'

/**
 * Word writes list items as paragraphs with list and level (`mso-list:l0 level2 lfo1`) and their sign as text; Word for
 * the web writes a list for each item. Converts neighbours to real lists.
 */
export function listsOfWord(body: HTMLElement, html: string): void {
  const formats = formatsIn(html)
  for (const wrapper of body.querySelectorAll('div.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes)
  for (const first of body.querySelectorAll(ITEM)) {
    // Already moved into a list.
    if (!first.isConnected) continue
    const items: ListItem[] = []
    let next: Element | null = first
    while (next) {
      const found = itemsOf(next, formats)
      const last = items.at(-1)
      if (found.length > 0) items.push(...found)
      else if (last && isContinued(next)) last.content.push(paragraphOf(next))
      else break
      const done: Element = next
      next = next.nextElementSibling
      if (done !== first) done.remove()
    }
    if (items.length > 0) first.replaceWith(...listsOf(items, body.ownerDocument))
  }
  for (const sign of body.querySelectorAll('span[data-style*="mso-list" i]')) if (isSign(sign)) sign.remove()
}

const ITEM = 'p[data-style*="mso-list" i], ul:has(> li[data-listid]), ol:has(> li[data-listid])'

/**
 * Number format of each list and level, from the style sheet: `@list l0:level1 {mso-level-number-format:bullet; …}`.
 */
function formatsIn(html: string): ReadonlyMap<string, string> {
  const found = html.matchAll(/@list\s+(l\d+):level(\d+)\s*\{([^}]*)\}/gi)
  return new Map(
    [...found].map(([, list = '', level = '', rules = '']) => [
      `${list} ${level}`,
      /mso-level-number-format:\s*([\w-]+)/i.exec(rules)?.[1] ?? 'decimal',
    ]),
  )
}

function itemsOf(element: Element, formats: ReadonlyMap<string, string>): ListItem[] {
  const inBrowser = [...element.querySelectorAll(':scope > li[data-listid]')]
  if (inBrowser.length > 0) return inBrowser.map((item) => itemInBrowser(item, element))
  const [, list, level] = /^(l\d+)\s+level(\d+)/i.exec(fieldOfStyle(element, 'mso-list') ?? '') ?? []
  if (element.localName !== 'p' || list === undefined || level === undefined) return []
  const numbering = numberingOf(takeSign(element), formats.get(`${list} ${level}`))
  return [{ list, level: Number(level), numbering, content: [paragraphOf(element)] }]
}

function itemInBrowser(item: Element, list: Element): ListItem {
  const level = item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level')
  const start = Number(list.getAttribute('start') ?? 1)
  return {
    list: item.getAttribute('data-listid') ?? '',
    level: Number(level ?? 1),
    numbering: list.localName === 'ol' ? { type: null, start } : undefined,
    content: [...item.childNodes],
  }
}

/** A further paragraph of the previous item: it has the style of an item, but no list. */
function isContinued(element: Element): boolean {
  return (
    element.localName === 'p' &&
    /\bMsoListParagraph/.test(element.className) &&
    fieldOfStyle(element, 'mso-list') === undefined
  )
}

function paragraphOf(element: Element): Element {
  const paragraph = element.ownerDocument.createElement('p')
  paragraph.append(...element.childNodes)
  return paragraph
}

function isSign(element: Element): boolean {
  return /^ignore$/i.test(fieldOfStyle(element, 'mso-list') ?? '')
}

/**
 * Removes the sign from an item and returns it. It is between conditional comments, or in an element that is marked as
 * ignored.
 */
function takeSign(element: Element): string {
  const inside: Node[] = []
  let isInside = false
  for (const node of element.childNodes) {
    if (node.nodeType === Node.COMMENT_NODE) {
      const said = node.nodeValue ?? ''
      if (/^\[if\s+!supportLists\]/i.test(said)) isInside = true
      else if (/^\[endif\]/i.test(said)) isInside = false
    } else if (isInside) inside.push(node)
  }
  const signs = inside.length > 0 ? inside : [...element.querySelectorAll('span')].filter(isSign)
  const sign = signs.map(({ textContent }) => textContent ?? '').join('')
  for (const node of signs) node.parentNode?.removeChild(node)
  return sign.replaceAll(/\s+/g, ' ').trim()
}
