import { fieldOfStyle, formatByTags, STYLE } from './format-by-tags.ts'
import { listsOfWord } from './word-lists.ts'
import { picturesLeftOut } from './pasted-pictures.ts'

/**
 * Cleans pasted HTML: removes comments, styles and vendor tags, rebuilds lists that Word and others write as paragraphs
 * or misplaced lists, and turns styles into tags. The editor's schema filters the rest.
 */
export function cleanPasted(html: string): string {
  // Copied from such an editor: already clean, with references in attributes.
  if (html.includes('data-pm-slice')) return html
  const { body } = parsed(html)
  listsOfWord(body, html)
  for (const element of body.querySelectorAll(NOTHING_TO_READ)) element.remove()
  for (const element of body.querySelectorAll(`[${STYLE}]`)) if (isHidden(element)) element.remove()
  for (const picture of picturesLeftOut(body)) picture.remove()
  for (const holder of body.querySelectorAll('p:has(img)')) {
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
 * Parses in a separate document, where nothing runs or loads. Styles and scripts get other names, because the page's
 * policy would report each of them.
 */
export function parsed(html: string): Document {
  const quiet = html
    .replaceAll(/<style\b[\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(NOISY, (found, name?: string) => (name === undefined ? found : ` data-${name}`)),
    )
  return new DOMParser().parseFromString(quiet, 'text/html')
}

/** Matches quoted values first, so that words in them don't count as attribute names. */
const NOISY = /"[^"]*"|'[^']*'|\s(style|on[a-z]+)(?=\s*=)/gi

const NOTHING_TO_READ = 'style, script, title, meta, link, noscript, template, xml, button, input, select, [hidden]'

/** Word's classes for HTML tags. */
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
  // By convention, a class names the language.
  code: ['class'],
}

function onlyKnownAttributes(element: Element): void {
  const known = KNOWN[element.localName] ?? []
  for (const name of element.getAttributeNames()) if (!known.includes(name)) element.removeAttribute(name)
}

const BLOCKS = 'p, div, ul, ol, table, pre, blockquote, hr, img, h1, h2, h3, h4, h5, h6'

/** A line break between paragraphs, which has no effect. */
function isBetweenBlocks(br: Element): boolean {
  const [before, after] = [br.previousElementSibling, br.nextElementSibling]
  return (before?.matches(BLOCKS) ?? false) || (after?.matches(BLOCKS) ?? false)
}

function isEmpty(element: Element): boolean {
  return element.textContent.trim() === '' && element.querySelector('img, hr, table, br + br') === null
}

/** Moves lists that are beside an item into that item: several programs write them so. */
function deepenLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
    else {
      const made = list.ownerDocument.createElement('li')
      list.replaceWith(made)
      made.append(list)
    }
  }
}
