import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Scrolls the current entry into view, also after the foot of the navigation has grown over it. */
export function useActiveInSight(bar: RefObject<HTMLElement | null>, foot: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const [around, below] = [bar.current, foot.current]
    if (!around || !below) return undefined
    const show = () => {
      const active = around.querySelector('nav [data-status="active"]')?.getBoundingClientRect()
      if (!active) return
      const frame = around.getBoundingClientRect()
      const covered = active.bottom - (frame.bottom - below.offsetHeight)
      // `scrollIntoView` would also move the start point of the Tab key.
      if (covered > 0) around.scrollTop += covered
      else around.scrollTop += Math.min(0, active.top - frame.top)
    }
    // Also called with the first size.
    const observer = new ResizeObserver(show)
    observer.observe(below)
    return () => observer.disconnect()
  }, [bar, foot, pathname])
}
