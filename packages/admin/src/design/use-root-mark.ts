import { useEffect } from 'react'

/**
 * Marks the page as long as something stands at its edge, so that toasts stand beside it. Styles that look for it with
 * `:has()` from the root would make the browser style the whole page anew for each key in an input.
 */
export function useRootMark(mark: 'data-at-foot' | 'data-tray', isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return undefined
    const { documentElement } = document
    documentElement.setAttribute(mark, '')
    return () => documentElement.removeAttribute(mark)
  }, [mark, isThere])
}
