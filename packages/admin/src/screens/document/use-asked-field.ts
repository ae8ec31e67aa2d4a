import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { DocumentSearch } from '../../data/addresses.ts'

/** Goes to the field that the address names. The address forgets it then, so that going back doesn't go there again. */
export function useAskedField(jump: (path: string) => Promise<void>): void {
  const { field } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useEffectEvent(async (path: string) => {
    // The page has been laid out by then.
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await jump(path)
    await navigate({
      to: '.',
      search: ({ field: _, ...old }: DocumentSearch) => old,
      replace: true,
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (field !== undefined) void go(field)
  }, [field])
}
