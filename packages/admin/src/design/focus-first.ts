import type { RefObject } from 'react'

/**
 * For `initialFocus` of a popup: begins in the first element that takes the focus, at once. Left to itself, the popup
 * waits for the next frame, and what is typed by then is written where the focus was.
 */
export function focusFirst({ current }: RefObject<HTMLElement | null>): boolean {
  if (current?.contains(document.activeElement)) return false
  for (const one of current?.querySelectorAll<HTMLElement>('a,button,input,textarea,[tabindex]') ?? []) {
    if (one.tabIndex >= 0) one.focus()
    if (document.activeElement === one) return false
  }
  return true
}
