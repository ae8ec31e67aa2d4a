import { useEffect, useEffectEvent } from 'react'
import { usePreference } from './use-preference.ts'

export interface Visited {
  readonly collection: string
  readonly id: string
  /** Not stored, but read again. */
  readonly doc?: Readonly<Record<string, unknown>>
}

const KEPT = 8

const same = (one: Visited, other: Visited | undefined) => one.id === other?.id && one.collection === other.collection

/** Preference key that the start page sends. */
export const RECENT = 'admin.recent'

/** The documents that the actor opened last, on any device. */
export function useRecent(): readonly Visited[] | undefined {
  const [kept] = usePreference<readonly Visited[]>(RECENT)
  return kept === undefined ? undefined : (kept ?? [])
}

/** Records a visit of the actor. */
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
