import type { Memory, Unsaved } from './editing-parts.ts'

const PREFIX = 'quire.unsaved.'

interface Whose {
  /** Kept for the user who typed it: another one at the same device must not find it. */
  readonly user: string
  readonly kind: string
  readonly slug: string
  readonly locale: string | undefined
  /**
   * Where a new document is made. Two of them may be open at the same time: one on the page, one in the drawer beside
   * it.
   */
  readonly place: 'page' | 'drawer'
}

/** What was typed and not saved, as this device keeps it. */
export function unsavedStore({ user, kind, slug, locale, place }: Whose): Memory {
  const fresh = place === 'drawer' ? 'new in drawer' : 'new'
  const keyOf = (id: string | null) => [PREFIX, user, kind, slug, id ?? fresh, locale ?? ''].join('/')
  return {
    read: (id) => {
      try {
        const text = localStorage.getItem(keyOf(id))
        return text === null ? undefined : (JSON.parse(text) as Unsaved)
      } catch {
        return undefined
      }
    },
    keep: (id, unsaved) => {
      try {
        localStorage.setItem(keyOf(id), JSON.stringify(unsaved))
      } catch {
        // The device has no room. The form still has everything, and the guard still asks before it is left.
      }
    },
    forget: (id) => localStorage.removeItem(keyOf(id)),
  }
}
