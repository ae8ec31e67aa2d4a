import { createContext, use } from 'react'

/** Actions of the shell that screens may call. */
export interface ShellActionsValue {
  readonly openNavigation: () => void
}

const Context = createContext<ShellActionsValue>({ openNavigation: () => undefined })

export const ShellActions = Context

export function useShellActions(): ShellActionsValue {
  return use(Context)
}
