import { type Members, recordsOf } from './members.ts'

const KEY = 'quire.copied-rows'
const listeners = new Set<() => void>()

/** Keeps rows for other documents, in this browser alone: no permission is asked, and other pages never see them. */
export function copyRows(rows: readonly Members[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rows))
  } catch {
    // Full, or forbidden by the browser: then there is nothing to paste, and nothing is lost.
  }
  for (const listener of listeners) listener()
}

export function copiedRows(): readonly Members[] {
  return parseCopied(copiedText())
}

/** As it is kept, which tells cheaply whether it changed. */
export function copiedText(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function parseCopied(text: string): readonly Members[] {
  try {
    return text === '' ? [] : recordsOf(JSON.parse(text))
  } catch {
    return []
  }
}

/** Calls back when rows are copied, in this tab or another. */
export function onCopiedRows(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
