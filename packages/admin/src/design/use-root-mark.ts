import { useEffect } from 'react'

/**
 * Marks the root element while something is at the edge of the page, so that toasts move aside. A `:has()` selector
 * from the root would recompute styles with each key.
 */
export function useRootMark(mark: 'data-at-foot' | 'data-tray', isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return undefined
    const { documentElement } = document
    documentElement.setAttribute(mark, '')
    return () => documentElement.removeAttribute(mark)
  }, [mark, isThere])
}
