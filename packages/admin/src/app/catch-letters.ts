/** Captured letters are dropped after this time if no input collects them. */
const LONGEST = 2000

/**
 * Captures typed letters until they are collected. Without it, letters typed between a shortcut and the focus of its
 * input would reach the document behind it, or run as shortcuts.
 */
export function catchLetters(): () => string {
  let letters = ''
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') letters = letters.slice(0, -1)
    else if (event.key.length === 1) letters += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => window.removeEventListener('keydown', onKey, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
  const timer = setTimeout(stop, LONGEST)
  return () => {
    clearTimeout(timer)
    stop()
    const taken = letters
    letters = ''
    return taken
  }
}
