import { useCallback, useEffect, useEffectEvent, useState } from 'react'

interface Outline {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** State of the outline dialog, with stable functions. */
export function useOutline(): Outline {
  const [isOpen, setOpen] = useState(false)
  return { isOpen, open: useCallback(() => setOpen(true), []), close: useCallback(() => setOpen(false), []) }
}

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
