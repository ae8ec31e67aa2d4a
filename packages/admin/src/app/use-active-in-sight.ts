import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Keeps the entry of the screen that is shown in sight, above the foot of the navigation. That comes late, and grows
 * with what features have there: what it would cover makes room.
 */
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
    // Tells of the first size too.
    const observer = new ResizeObserver(show)
    observer.observe(below)
    return () => observer.disconnect()
  }, [bar, foot, pathname])
}
