export type UndoKey = 'undo' | 'redo'

/** Undo or redo, from a key: Ctrl or ⌘ with Z, with Shift or Y for redo. */
export function undoKeyOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): UndoKey | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  const pressed = key.toLowerCase()
  if (pressed === 'z') return shiftKey ? 'redo' : 'undo'
  return pressed === 'y' && !shiftKey ? 'redo' : undefined
}

const ASKED = 'quire:undo'

/** The input's own history is exhausted: asks the form to undo. */
export function askFormToUndo(from: Element, way: UndoKey): void {
  from.dispatchEvent(new CustomEvent<UndoKey>(ASKED, { bubbles: true, detail: way }))
}

/** Calls back with the input that asks for an undo. Returns the function that unsubscribes. */
export function onAskedToUndo(listener: (from: EventTarget | null, way: UndoKey) => void): () => void {
  const listen = (event: Event) => listener(event.target, (event as CustomEvent<UndoKey>).detail)
  window.addEventListener(ASKED, listen)
  return () => window.removeEventListener(ASKED, listen)
}
