import { useEffect, useRef } from 'react'

export interface OwnTabs {
  /** How many other tabs of this browser show the same. */
  readonly count: () => Promise<number>
}

/**
 * Tabs of this browser that show the same. Each holds a shared lock of the browser, which is gone with the tab, however
 * that ends. Browsers have such locks only where the app came over https; elsewhere, nothing is said of tabs.
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
