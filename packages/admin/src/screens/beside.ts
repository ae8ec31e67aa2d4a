import { type ComponentType, useSyncExternalStore } from 'react'

let shown: ReadonlyMap<string, ComponentType> = new Map()
const listeners = new Set<() => void>()

/** Adds a component beside every screen, such as uploads in progress. */
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
