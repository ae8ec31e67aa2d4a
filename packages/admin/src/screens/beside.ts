import { type ComponentType, useSyncExternalStore } from 'react'

let shown: ReadonlyMap<string, ComponentType> = new Map()
const listeners = new Set<() => void>()

/**
 * Shows something beside every screen from now on, such as files on their way. It shows nothing once there is nothing
 * to tell.
 */
export function showBeside(key: string, component: ComponentType): void {
  if (shown.has(key)) return
  shown = new Map(shown).set(key, component)
  for (const listener of listeners) listener()
}

export function useBeside(): ReadonlyMap<string, ComponentType> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
