import type { Numbering } from './numbering.ts'

export interface ListItem {
  readonly list: string
  readonly level: number
  /** Undefined for bullets. */
  readonly numbering: Numbering | undefined
  readonly content: Node[]
}

/** Builds nested lists from neighbouring items with levels. An item of another list starts a new one. */
export function listsOf(items: readonly ListItem[], document: Document): Element[] {
  const lists: Element[] = []
  let before: ListItem | undefined
  let at = 0
  while (at < items.length) {
    const item = items[at] as ListItem
    let next = at + 1
    while ((items[next]?.level ?? 0) > item.level) next += 1
    const isSame = before && isSameList(before, item)
    const list = (isSame ? lists.at(-1) : undefined) ?? newList(item, document)
    if (!isSame) lists.push(list)
    const made = document.createElement('li')
    made.append(...item.content, ...listsOf(items.slice(at + 1, next), document))
    list.append(made)
    before = item
    at = next
  }
  return lists
}

function isSameList(one: ListItem, other: ListItem): boolean {
  return one.list === other.list && (one.numbering === undefined) === (other.numbering === undefined)
}

function newList({ numbering }: ListItem, document: Document): Element {
  const list = document.createElement(numbering ? 'ol' : 'ul')
  if (numbering && numbering.start !== 1) list.setAttribute('start', String(numbering.start))
  if (numbering?.type) list.setAttribute('type', numbering.type)
  return list
}
