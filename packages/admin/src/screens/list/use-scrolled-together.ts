import { useRef } from 'react'

/**
 * The head and the rows of a table scroll sideways by themselves, and always to the same place. Were both in one frame
 * that scrolls, the head would stay at the top of that frame, which is out of sight, and not at the top of the page.
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
