import { createContext, use } from 'react'

export interface ShellActionsValue {
  readonly openNavigation: () => void
}

const Context = createContext<ShellActionsValue>({ openNavigation: () => undefined })

export const ShellActions = Context

export function useShellActions(): ShellActionsValue {
  return use(Context)
}
