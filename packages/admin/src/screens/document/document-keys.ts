import { useEffect, useEffectEvent } from 'react'

/** Ctrl+S saves, Ctrl+Shift+P publishes. The command palette requests a save with an event. */
export function useSaveKeys(save: () => void, publish: (() => void) | undefined): void {
  const onSave = useEffectEvent(save)
  const onPublish = useEffectEvent(() => publish?.())
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      const pressed = event.key.toLowerCase()
      if (pressed === 's' && !event.shiftKey) onSave()
      else if (pressed === 'p' && event.shiftKey) onPublish()
      else return
      event.preventDefault()
    }
    const onAsked = () => onSave()
    window.addEventListener('keydown', onKey)
    document.addEventListener('quire:save', onAsked)
    return () => {
      window.removeEventListener('keydown', onKey)
      document.removeEventListener('quire:save', onAsked)
    }
  }, [])
}

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
