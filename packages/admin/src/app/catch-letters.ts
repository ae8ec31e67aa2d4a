/** The keyboard is not held any longer than this, should what takes the letters never come. */
const LONGEST = 2000

/**
 * Takes what is typed from now on, wherever the focus is, until it is asked for: between a shortcut and the moment when the input that it
 * opens has the focus, letters would otherwise be typed into the document behind it, or be shortcuts themselves.
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
