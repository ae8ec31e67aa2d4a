import { useRef } from 'react'

/**
 * Synchronizes the horizontal scrolling of header and body. In one scrolling frame, a sticky header would stick to that
 * frame instead of the page.
 */
export function useScrolledTogether() {
  const head = useRef<HTMLTableSectionElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  function follow(leader: HTMLElement | null, follower: HTMLElement | null): void {
    if (leader && follower && follower.scrollLeft !== leader.scrollLeft) follower.scrollLeft = leader.scrollLeft
  }

  return {
    // Moving the focus to a hidden column scrolls the head, so the body must follow.
    head: { ref: head, onScroll: () => follow(head.current, body.current) },
    body: { ref: body, onScroll: () => follow(body.current, head.current) },
  }
}
