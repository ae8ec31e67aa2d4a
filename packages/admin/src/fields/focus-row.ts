/** The element of a row in any list. */
export function rowIn(within: ParentNode, id: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`)
}

export function focusRow(within: ParentNode, id: string): boolean {
  const row = rowIn(within, id)
  const head = row?.querySelector<HTMLElement>('[data-fold]')
  if (!row || !head) return false
  row.scrollIntoView({ block: 'nearest' })
  head.focus({ preventScroll: true })
  return true
}

/** After a row was removed: focuses its neighbour, or the button that adds a row. */
export function focusNeighbour(list: HTMLElement, neighbour: string | undefined): void {
  // A closing menu returns the focus to its trigger, which was removed with the row.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (neighbour !== undefined && focusRow(list, neighbour)) return
      const add = [...list.querySelectorAll<HTMLElement>('[data-add-row]')].at(-1)
      ;(add ?? list).focus()
    }),
  )
}
