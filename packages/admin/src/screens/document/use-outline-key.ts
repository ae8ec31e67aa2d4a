import { useEffect, useEffectEvent } from 'react'

/** Ctrl+G opens the outline. */
export function useOutlineKey(open: (() => void) | undefined): void {
  const onAsked = useEffectEvent((event: KeyboardEvent) => {
    if (!open || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (event.key.toLowerCase() !== 'g') return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onAsked(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
