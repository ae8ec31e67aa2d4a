import { useEffect, useRef } from 'react'

export interface OwnTabs {
  /** Number of other tabs of this browser that show the document. */
  readonly count: () => Promise<number>
}

/**
 * Tabs of this browser with the same document. Each holds a shared Web Lock, which is released with the tab. Web Locks
 * need https; without them, tabs aren't counted.
 */
export function useOwnTabs(what: string): OwnTabs {
  const isHeld = useRef(false)
  const name = `quire/open/${new URL(document.baseURI).pathname}/${what}`
  useEffect(() => {
    if (!('locks' in navigator)) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    void navigator.locks.request(name, { mode: 'shared' }, () => {
      isHeld.current = true
      return promise
    })
    return () => {
      isHeld.current = false
      resolve()
    }
  }, [name])
  return {
    count: async () => {
      if (!('locks' in navigator)) return 0
      const { held = [] } = await navigator.locks.query()
      const clients = new Set(held.filter((lock) => lock.name === name).map(({ clientId }) => clientId))
      return Math.max(0, clients.size - (isHeld.current ? 1 : 0))
    },
  }
}
