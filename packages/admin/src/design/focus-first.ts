import type { RefObject } from 'react'

/**
 * For `initialFocus` of a popup: focuses the first focusable element synchronously. The popup itself waits for
 * a frame, and letters typed by then would go to the former focus.
 */
export function focusFirst({ current }: RefObject<HTMLElement | null>): boolean {
  if (current?.contains(document.activeElement)) return false
  for (const one of current?.querySelectorAll<HTMLElement>('a,button,input,textarea,[tabindex]') ?? []) {
    if (one.tabIndex >= 0) one.focus()
    if (document.activeElement === one) return false
  }
  return true
}
