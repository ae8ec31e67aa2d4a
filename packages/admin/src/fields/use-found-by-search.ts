import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** Rows whose texts are added to the page at a time. */
const AT_ONCE = 10

const waiting = new Set<() => void>()
let isAsked = false

/** Whether the browser's search looks into hidden content; elsewhere, its text would only take time. */
const CAN_FIND = 'onbeforematch' in document.documentElement

/**
 * Hides content so that the browser's search still finds it (`hidden="until-found"`, which React does not know).
 * `onFound` must show it.
 */
export function useHiddenUntilFound(content: RefObject<HTMLElement | null>, isHidden: boolean, onFound: () => void) {
  const found = useEffectEvent(onFound)
  useLayoutEffect(() => {
    if (isHidden) content.current?.setAttribute('hidden', 'until-found')
    else content.current?.removeAttribute('hidden')
  }, [content, isHidden])
  useEffect(() => {
    const { current } = content
    const onMatch = () => found()
    current?.addEventListener('beforematch', onMatch)
    return () => current?.removeEventListener('beforematch', onMatch)
  }, [content])
}

/** True once the page has had time for content that only searches need. */
export function useIdleTurn(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!CAN_FIND) return undefined
    const take = () => setDue(true)
    waiting.add(take)
    ask()
    return () => void waiting.delete(take)
  }, [])
  return isDue
}

function ask(): void {
  if (isAsked || waiting.size === 0 || !('requestIdleCallback' in window)) return
  isAsked = true
  requestIdleCallback(() => {
    isAsked = false
    for (const take of [...waiting].slice(0, AT_ONCE)) {
      waiting.delete(take)
      take()
    }
    ask()
  })
}
