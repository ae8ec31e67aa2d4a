const TYPED =
  'input:not([type="hidden"], [type="file"], [aria-hidden="true"], :disabled, [readonly]), textarea:not([readonly]), select, [contenteditable="true"], [role="checkbox"]'
/** Toolbars and actions of a field, which come before its input. */
const OTHER = 'button:not(:disabled, [role="toolbar"] *, [data-field-actions] *)'

/**
 * Focuses the first field of a new row. Waits for an editor that is still loading, unless the focus moves
 * elsewhere. Returns the function that cancels.
 */
export function focusFirstField(within: HTMLElement): () => void {
  const { ownerDocument: page } = within
  // The menu that added the row closes and leaves the focus on the page.
  const nowhere: readonly (Element | null)[] = [page.activeElement, page.body, null]
  const observer = new MutationObserver(() => {
    if (!nowhere.includes(page.activeElement) || enter(within)) observer.disconnect()
  })
  if (!enter(within)) observer.observe(within, { childList: true, subtree: true, attributeFilter: ['contenteditable'] })
  return () => observer.disconnect()
}

function enter(within: HTMLElement): boolean {
  const field = within.querySelector('[data-field]:not([data-readonly])')
  const target = field && inputOf(field)
  target?.focus()
  return target !== null
}

export function inputOf(field: Element): HTMLElement | null {
  return field.querySelector<HTMLElement>(TYPED) ?? field.querySelector<HTMLElement>(OTHER)
}

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
