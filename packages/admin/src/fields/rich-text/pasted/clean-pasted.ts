import { fieldOfStyle, STYLE } from './declarations.ts'
import { deepenLists } from './deepen-lists.ts'
import { formatByTags } from './format-by-tags.ts'
import { listsOfWord } from './word-lists.ts'
import { picturesLeftOut } from './pasted-pictures.ts'

/**
 * Pasted HTML without what programs add to it: comments, styles, tags of their own. Their lists, which are paragraphs
 * with a sign or lists beside lists, become lists, and formatting that they keep in styles becomes tags. What remains
 * goes through the schema, which takes only nodes and marks that it knows.
 */
export function cleanPasted(html: string): string {
  // Copied from an editor like this one: it is what it should be, and names documents in attributes of its own.
  if (html.includes('data-pm-slice')) return html
  const { body } = parsed(html)
  listsOfWord(body, html)
  for (const element of body.querySelectorAll(NOTHING_TO_READ)) element.remove()
  for (const element of body.querySelectorAll(`[${STYLE}]`)) if (isHidden(element)) element.remove()
  for (const picture of picturesLeftOut(body)) picture.remove()
  for (const holder of body.querySelectorAll('p:has(img)')) {
    // Pictures stand on their own; the paragraph around one would stay behind empty.
    if (holder.textContent.trim() === '') holder.replaceWith(...holder.querySelectorAll('img'))
  }
  deepenLists(body)
  for (const [selector, tag] of NAMED_BY_CLASS) {
    for (const element of body.querySelectorAll(selector)) rename(element, tag)
  }
  formatByTags(body)
  withoutComments(body)
  for (const element of body.querySelectorAll('*')) onlyKnownAttributes(element)
  for (const element of body.querySelectorAll('br')) if (isBetweenBlocks(element)) element.remove()
  for (const element of body.querySelectorAll('p, div')) if (isEmpty(element)) element.remove()
  return body.innerHTML.trim()
}

/**
 * In a document of its own, in which nothing runs and nothing is loaded. Styles and scripts have other names there: the
 * policy of the page, which allows none in content, would complain about each.
 */
export function parsed(html: string): Document {
  const quiet = html
    .replaceAll(/<style\b[\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(NOISY, (found, name?: string) => (name === undefined ? found : ` data-${name}`)),
    )
  return new DOMParser().parseFromString(quiet, 'text/html')
}

/** What attributes hold is gone over, so that words in it are no names. */
const NOISY = /"[^"]*"|'[^']*'|\s(style|on[a-z]+)(?=\s*=)/gi

const NOTHING_TO_READ = 'style, script, title, meta, link, noscript, template, xml, button, input, select, [hidden]'

/** What Word calls by a class and HTML by a tag. */
const NAMED_BY_CLASS = [
  ['p.MsoTitle', 'h1'],
  ['p.MsoQuote, p.MsoQuoteCxSpFirst, p.MsoIntenseQuote', 'blockquote'],
] as const

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function isHidden(element: Element): boolean {
  return fieldOfStyle(element, 'display') === 'none' || fieldOfStyle(element, 'mso-hide') === 'all'
}

function withoutComments(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
}

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  ol: ['start', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  // Which language it is in is a class by convention.
  code: ['class'],
}

function onlyKnownAttributes(element: Element): void {
  const known = KNOWN[element.localName] ?? []
  for (const name of element.getAttributeNames()) if (!known.includes(name)) element.removeAttribute(name)
}

const BLOCKS = 'p, div, ul, ol, table, pre, blockquote, hr, img, h1, h2, h3, h4, h5, h6'

/** A line break between paragraphs, which are apart without it. */
function isBetweenBlocks(br: Element): boolean {
  const [before, after] = [br.previousElementSibling, br.nextElementSibling]
  return (before?.matches(BLOCKS) ?? false) || (after?.matches(BLOCKS) ?? false)
}

/** Programs keep paragraphs apart with empty ones. */
function isEmpty(element: Element): boolean {
  return element.textContent.trim() === '' && element.querySelector('img, hr, table, br + br') === null
}
