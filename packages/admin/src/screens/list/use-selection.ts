import { useRef, useState } from 'react'
import type { Doc } from '../../data/document.ts'
import type { Choice } from './choice.ts'

export interface Selection {
  /** Number of selected documents, given the total of the list. */
  readonly countOf: (total: number) => number
  readonly isEmpty: boolean
  /** Whether everything in the list is selected. */
  readonly isEverything: boolean
  readonly choice: (total: number) => Choice
  readonly has: (id: string) => boolean
  /** With `range`, selects up to the last toggled document. */
  readonly toggle: (id: string, range?: boolean) => void
  readonly add: (ids: readonly string[]) => void
  readonly setAll: (ids: readonly string[]) => void
  readonly chooseEverything: () => void
  readonly clear: () => void
}

interface SelectedIds {
  readonly filters: string
  /** The selected ids, or with `isEverything`, the excluded ones. */
  readonly ids: ReadonlySet<string>
  readonly isEverything: boolean
}

const NONE: ReadonlySet<string> = new Set()

/** The selection across pages. New filters clear it, so that no invisible document stays selected. */
export function useSelection(docs: readonly Doc[], filters: string): Selection {
  const nothing: SelectedIds = { filters, ids: NONE, isEverything: false }
  const [chosen, setChosen] = useState(nothing)
  const { ids, isEverything } = chosen.filters === filters ? chosen : nothing
  const choose = (next: ReadonlySet<string>, everything = isEverything) =>
    setChosen({ filters, ids: next, isEverything: everything })
  const last = useRef<string>(undefined)
  const has = (id: string) => ids.has(id) !== isEverything

  function setEach(some: readonly string[], on: boolean): void {
    const next = new Set(ids)
    for (const one of some) {
      if (on === isEverything) next.delete(one)
      else next.add(one)
    }
    choose(next)
  }

  const countOf = (total: number) => (isEverything ? Math.max(total - ids.size, 0) : ids.size)
  return {
    countOf,
    isEmpty: !isEverything && ids.size === 0,
    isEverything,
    choice: (total) => (isEverything ? { except: [...ids], count: countOf(total) } : { ids: [...ids] }),
    has,
    toggle(id, range = false) {
      setEach(range ? between(docs, last.current, id) : [id], !has(id))
      last.current = id
    },
    add: (some) => setEach(some, true),
    setAll: (all) => choose(new Set(all), false),
    chooseEverything: () => choose(NONE, true),
    clear: () => choose(NONE, false),
  }
}

function between(docs: readonly Doc[], from: string | undefined, to: string): string[] {
  const places = [from, to].map((id) => docs.findIndex((doc) => doc.id === id))
  const [start = 0, end = 0] = places.toSorted((a, b) => a - b)
  return start === -1 ? [to] : docs.slice(start, end + 1).map(({ id }) => id)
}
