import { type Members, recordsOf } from '../data/members.ts'

const KEY = 'quire.copied-rows'
const listeners = new Set<() => void>()

/** Copies rows for other documents. They stay in this browser's storage, which other sites can't read. */
export function copyRows(rows: readonly Members[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rows))
  } catch {
    // Storage is full or disabled: there is nothing to paste.
  }
  for (const listener of listeners) listener()
}

export function copiedRows(): readonly Members[] {
  return parseCopied(copiedText())
}

/** The stored text, to detect changes cheaply. */
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

/** Calls back after a copy, in this tab or another one. */
export function onCopiedRows(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
