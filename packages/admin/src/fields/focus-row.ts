/** The element of a row, wherever its list is. */
export function rowIn(within: ParentNode, id: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`)
}

/** Focuses the head of a row, as far as it is there. */
export function focusRow(within: ParentNode, id: string): boolean {
  const row = rowIn(within, id)
  const head = row?.querySelector<HTMLElement>('[data-fold]')
  if (!row || !head) return false
  row.scrollIntoView({ block: 'nearest' })
  head.focus({ preventScroll: true })
  return true
}

/** After a row has gone, what stands in its place has the focus: its neighbour, or the way to add another one. */
export function focusNeighbour(list: HTMLElement, neighbour: string | undefined): void {
  // A menu gives the focus back to what has opened it, which is gone with its row.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (neighbour !== undefined && focusRow(list, neighbour)) return
      const add = [...list.querySelectorAll<HTMLElement>('[data-add-row]')].at(-1)
      ;(add ?? list).focus()
    }),
  )
}
