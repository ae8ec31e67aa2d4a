import { newId } from '../../fields/rows.ts'
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

/**
 * Unsaved edits in the device's storage. Each form has a note of its own, so that another tab with the same document,
 * which saves or has nothing to save, leaves the edits of this one alone. A form that finds a note takes it over.
 */
export function unsavedStore({ user, kind, slug, locale, place }: UnsavedOwner): Memory {
  const fresh = place === 'drawer' ? 'new in drawer' : 'new'
  const form = newId()
  const takenOver = new Set<string>()
  const placeOf = (id: string | null) => `${[PREFIX, user, kind, slug, id ?? fresh, locale ?? ''].join('/')}~`
  const forget = (keys: Iterable<string>) => {
    for (const key of keys) localStorage.removeItem(key)
    takenOver.clear()
  }
  return {
    read: (id) => {
      try {
        const [key, unsaved] = notesAt(placeOf(id)).toSorted(byAge(form, takenOver))[0] ?? []
        if (key !== undefined) takenOver.add(key)
        return unsaved
      } catch {
        return undefined
      }
    },
    keep: (id, unsaved) => {
      const own = placeOf(id) + form
      try {
        localStorage.setItem(own, JSON.stringify(unsaved))
        takenOver.delete(own)
        forget(takenOver)
      } catch {
        // The storage is full. The form still has the edits, and the leave guard asks.
      }
    },
    forget: (id) => forget([placeOf(id) + form, ...takenOver]),
  }
}

type Note = readonly [key: string, unsaved: Unsaved]

function notesAt(place: string): Note[] {
  return (
    Object.entries<string>(localStorage)
      // Former versions had one note for all forms, without the last part.
      .filter(([key]) => `${key}~`.startsWith(place))
      .map(([key, text]) => [key, JSON.parse(text) as Unsaved])
  )
}

/** The form's own note first, then the newest. */
const byAge = (form: string, takenOver: ReadonlySet<string>) => (one: Note, other: Note) => {
  const rank = ([key]: Note) => (key.endsWith(form) ? 2 : takenOver.has(key) ? 1 : 0)
  return rank(other) - rank(one) || other[1].at.localeCompare(one[1].at)
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
