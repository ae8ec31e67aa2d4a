import { useEffect, useEffectEvent } from 'react'
import { usePreference } from './use-preference.ts'

export interface Visited {
  readonly collection: string
  readonly id: string
  /** Never kept: it is read anew. */
  readonly doc?: Readonly<Record<string, unknown>>
}

const KEPT = 8

const same = (one: Visited, other: Visited | undefined) => one.id === other?.id && one.collection === other.collection

/** Preference key that the start page sends. */
export const RECENT = 'admin.recent'

/** The documents that the actor has opened last, on whatever machine. */
export function useRecent(): readonly Visited[] | undefined {
  const [kept] = usePreference<readonly Visited[]>(RECENT)
  return kept === undefined ? undefined : (kept ?? [])
}

/** Remembers that the actor was here. */
export function useNoteVisit(collection: string, id: string | null): void {
  const [kept, keep] = usePreference<readonly Visited[]>(RECENT)
  const isKnown = kept !== undefined
  const note = useEffectEvent(() => {
    if (id === null) return
    const visit = { collection, id }
    if (!same(visit, kept?.[0])) keep([visit, ...(kept ?? []).filter((one) => !same(one, visit))].slice(0, KEPT))
  })
  useEffect(() => {
    if (isKnown) note()
  }, [isKnown, collection, id])
}
