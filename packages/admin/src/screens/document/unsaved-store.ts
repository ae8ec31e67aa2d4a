import type { Memory, Unsaved } from './editing-parts.ts'

const PREFIX = 'quire.unsaved.'

interface Whose {
  /** Another user of the same device must not find it. */
  readonly user: string
  readonly kind: string
  readonly slug: string
  readonly locale: string | undefined
  /** Where a new document is created. Two may be open at once: on the page and in the drawer. */
  readonly place: 'page' | 'drawer'
}

/** Unsaved edits in the device's storage. */
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
        // The storage is full. The form still has the edits, and the leave guard asks.
      }
    },
    forget: (id) => localStorage.removeItem(keyOf(id)),
  }
}
