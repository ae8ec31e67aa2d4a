const TYPED =
  'input:not([type="hidden"], [type="file"], [aria-hidden="true"], :disabled, [readonly]), textarea:not([readonly]), select, [contenteditable="true"], [role="checkbox"]'
/** Of a text, the tools stand before what is written, and so does what can be done with a field. */
const OTHER = 'button:not(:disabled, [role="toolbar"] *, [data-field-actions] *)'

/**
 * Puts the focus where somebody who has just added something goes on: into its first field. An editor that is still being loaded is
 * waited for, unless the focus goes elsewhere meanwhile. Returns how to give up.
 */
export function focusFirstField(within: HTMLElement): () => void {
  const { ownerDocument: page } = within
  // What was used to add it goes, and leaves the focus nowhere.
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

/** Where somebody writes or chooses the value of a field. */
export function inputOf(field: Element): HTMLElement | null {
  return field.querySelector<HTMLElement>(TYPED) ?? field.querySelector<HTMLElement>(OTHER)
}
