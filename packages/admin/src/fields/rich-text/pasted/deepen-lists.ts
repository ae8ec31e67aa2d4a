/** Moves lists that are beside an item into that item: several programs write them so. */
export function deepenLists(body: HTMLElement): void {
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
