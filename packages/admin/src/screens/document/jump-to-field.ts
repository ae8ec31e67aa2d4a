import { inputOf } from '../../fields/focus-first-field.ts'

/** To the field itself, or the nearest one around it that is there. */
export function jumpToField(path: string, within: ParentNode = document): void {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const row = within.querySelector(`[data-field="${CSS.escape(parts.slice(0, length).join('.'))}"]`)
    if (!row) continue
    const panel = row.closest('[role="tabpanel"][hidden]')
    if (panel) document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
    // A tab that was behind is shown by then.
    requestAnimationFrame(() => {
      row.scrollIntoView({ block: 'center' })
      inputOf(row)?.focus()
    })
    return
  }
}
