import { useEffect, useState, type RefObject } from 'react'

/** Distance from the viewport at which an element is prepared. */
const DISTANCE = '900px 0px'

const followed = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

function follow(element: Element, tell: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) followed.get(target)?.(isIntersecting)
    },
    { rootMargin: DISTANCE },
  )
  followed.set(element, tell)
  observer.observe(element)
  return () => {
    followed.delete(element)
    observer?.unobserve(element)
  }
}

/** Whether an element is in or near the viewport. An element with the focus counts as near. */
export function useNear(element: RefObject<HTMLElement | null>, isAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(isAtFirst)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    return follow(current, (isNow) => setNear(isNow || current.contains(document.activeElement)))
  }, [element])
  return isNear
}
