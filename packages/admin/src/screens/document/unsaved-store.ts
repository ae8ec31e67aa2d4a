import type { EditingParts, Memory, Tried, Unsaved } from './editing-parts.ts'
import { type EditingState, isDirty } from './editing-state.ts'

const PREFIX = 'quire.unsaved.'

interface UnsavedOwner {
  /** Another user of the same device must not find it. */
  readonly user: string
  readonly kind: string
  readonly slug: string
  readonly locale: string | undefined
  /** Where a new document is created. Two may be open at once: on the page and in the drawer. */
  readonly place: 'page' | 'drawer'
}

/** Unsaved edits in the device's storage. */
export function unsavedStore({ user, kind, slug, locale, place }: UnsavedOwner): Memory {
  const fresh = place === 'drawer' ? 'new in drawer' : 'new'
  const unsavedKey = (id: string | null) => [PREFIX, user, kind, slug, id ?? fresh, locale ?? ''].join('/')
  return {
    read: (id) => {
      try {
        const text = localStorage.getItem(unsavedKey(id))
        return text === null ? undefined : (JSON.parse(text) as Unsaved)
      } catch {
        return undefined
      }
    },
    keep: (id, unsaved) => {
      try {
        localStorage.setItem(unsavedKey(id), JSON.stringify(unsaved))
      } catch {
        // The storage is full. The form still has the edits, and the leave guard asks.
      }
    },
    forget: (id) => localStorage.removeItem(unsavedKey(id)),
  }
}

/** Longest time that edits are only in memory. Writing them with every key would slow typing. */
const NOTED = 200

/** Persists unsaved edits on the device, so that the editor can restore them. */
export class DeviceNote {
  readonly #parts: Pick<EditingParts, 'memory' | 'clock'>
  #callOff: (() => void) | undefined

  constructor(parts: Pick<EditingParts, 'memory' | 'clock'>) {
    this.#parts = parts
  }

  /** Schedules one call of `write`, however often this is called. */
  soon(write: () => void): void {
    this.#callOff ??= this.#parts.clock.whenIdle(NOTED, write)
  }

  write(state: EditingState, tried: Tried | undefined): void {
    this.#callOff?.()
    this.#callOff = undefined
    const { memory, clock } = this.#parts
    const { stored, edits, recoveredAt, conflict } = state
    const id = stored?.id ?? null
    if (!isDirty(state)) return memory.forget(id)
    // Recovered edits keep their original revision until they are accepted.
    const kept = conflict && recoveredAt !== undefined ? memory.read(id) : undefined
    const revision = kept?.revision ?? stored?.revision ?? 0
    const at = recoveredAt ?? new Date(clock.now()).toISOString()
    memory.keep(id, { edits, revision, at, ...(tried && { tried }) })
  }
}
