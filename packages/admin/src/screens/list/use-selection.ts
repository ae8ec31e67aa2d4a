import { useRef, useState } from 'react'
import type { Doc } from '../../data/document.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly has: (id: string) => boolean
  /** With `range`, everything from the last one that was chosen. */
  readonly toggle: (id: string, range?: boolean) => void
  readonly setAll: (ids: readonly string[]) => void
  readonly clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** What is chosen, across pages. Other filters find other documents, so nothing stays chosen that nobody sees. */
export function useSelection(docs: readonly Doc[], filters: string): Selection {
  const [chosen, setChosen] = useState({ filters, ids: NONE })
  const ids = chosen.filters === filters ? chosen.ids : NONE
  const setIds = (next: ReadonlySet<string>) => setChosen({ filters, ids: next })
  const last = useRef<string>(undefined)
  return {
    ids,
    has: (id) => ids.has(id),
    toggle(id, range = false) {
      const next = new Set(ids)
      const on = !ids.has(id)
      for (const one of range ? between(docs, last.current, id) : [id]) {
        if (on) next.add(one)
        else next.delete(one)
      }
      last.current = id
      setIds(next)
    },
    setAll: (all) => setIds(new Set(all)),
    clear: () => setIds(NONE),
  }
}

function between(docs: readonly Doc[], from: string | undefined, to: string): string[] {
  const places = [from, to].map((id) => docs.findIndex((doc) => doc.id === id))
  const [start = 0, end = 0] = places.toSorted((a, b) => a - b)
  return start === -1 ? [to] : docs.slice(start, end + 1).map(({ id }) => id)
}
