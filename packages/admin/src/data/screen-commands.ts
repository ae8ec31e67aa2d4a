import { useEffect, useSyncExternalStore } from 'react'

export interface ScreenCommand {
  readonly key: string
  readonly label: string
  readonly hint?: string
  readonly run: () => void
}

let offered: readonly ScreenCommand[] = []
const listeners = new Set<() => void>()

function offer(commands: readonly ScreenCommand[]): void {
  offered = commands
  for (const listener of listeners) listener()
}

/** Offers these for as long as the screen is open. `commands` must stay the same between renders (`useMemo`). */
export function useOfferCommands(commands: readonly ScreenCommand[]): void {
  useEffect(() => {
    offer(commands)
    return () => offer([])
  }, [commands])
}

export function useScreenCommands(): readonly ScreenCommand[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offered,
  )
}
