import type { Edits } from './edits.ts'

/** What was typed and not saved, as it is kept on this device. */
export interface Unsaved {
  readonly edits: Edits
  /** The revision that it was typed on; 0 for a new document. */
  readonly revision: number
  readonly at: string
}

const PREFIX = 'quire.unsaved.'

/** Kept for the user who typed it: another one at the same device must not find it. */
export function unsavedKey(
  user: string,
  kind: string,
  slug: string,
  id: string | null,
  locale: string | undefined,
): string {
  return [PREFIX, user, kind, slug, id ?? 'new', locale ?? ''].join('/')
}

export function readUnsaved(key: string): Unsaved | undefined {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as Unsaved)
  } catch {
    return undefined
  }
}

export function keepUnsaved(key: string, unsaved: Unsaved): void {
  try {
    localStorage.setItem(key, JSON.stringify(unsaved))
  } catch {
    // The device has no room. The form still has everything, and the guard still asks before it is left.
  }
}

export function forgetUnsaved(key: string): void {
  localStorage.removeItem(key)
}
