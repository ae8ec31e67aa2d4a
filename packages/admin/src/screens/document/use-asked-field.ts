import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { DocumentSearch } from '../../data/addresses.ts'

/** Goes to the field that the URL names, and removes it from the URL. */
export function useAskedField(jump: (path: string) => Promise<void>): void {
  const { field } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useEffectEvent(async (path: string) => {
    // Wait for the layout of the page.
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
