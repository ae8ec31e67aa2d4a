export type UndoKey = 'undo' | 'redo'

/** What a key asks for: Ctrl or ⌘ with Z, with shift or Y for redo. */
export function undoKeyOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): UndoKey | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  const pressed = key.toLowerCase()
  if (pressed === 'z') return shiftKey ? 'redo' : 'undo'
  return pressed === 'y' && !shiftKey ? 'redo' : undefined
}

const ASKED = 'quire:undo'

/** An input with a history of its own has nothing left in it: the form goes on. */
export function askFormToUndo(from: Element, way: UndoKey): void {
  from.dispatchEvent(new CustomEvent<UndoKey>(ASKED, { bubbles: true, detail: way }))
}

/** Calls back when an input asks, with the element that asks. Returns how to end that. */
export function onAskedToUndo(listener: (from: EventTarget | null, way: UndoKey) => void): () => void {
  const listen = (event: Event) => listener(event.target, (event as CustomEvent<UndoKey>).detail)
  window.addEventListener(ASKED, listen)
  return () => window.removeEventListener(ASKED, listen)
}
