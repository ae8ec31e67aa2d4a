import { useMemo, useState } from 'react'

/** Up to this number, all rows are open at first. */
const FEW = 3

export interface Folding {
  readonly isFolded: (id: string) => boolean
  /** Whether the editor opened this row: its fields render at once. */
  readonly isOpened: (id: string) => boolean
  readonly set: (id: string, isFolded: boolean) => void
  /** Opens a row without rendering its fields at once. */
  readonly reveal: (id: string) => void
  readonly setAll: (ids: readonly string[], isFolded: boolean) => void
}

interface Folds {
  readonly folded: ReadonlySet<string>
  readonly opened: ReadonlySet<string>
}

export function useFolding(ids: readonly string[]): Folding {
  const [{ folded, opened }, setFolds] = useState<Folds>(() => ({
    folded: new Set(ids.length > FEW ? ids : []),
    opened: new Set(ids.length > FEW ? [] : ids),
  }))
  return useMemo(
    () => ({
      isFolded: (id) => folded.has(id),
      isOpened: (id) => opened.has(id),
      set: (id, isFolded) =>
        setFolds((before) => ({
          folded: isFolded ? withOne(before.folded, id) : without(before.folded, id),
          opened: isFolded ? before.opened : withOne(before.opened, id),
        })),
      reveal: (id) => setFolds((before) => ({ ...before, folded: without(before.folded, id) })),
      setAll: (all, isFolded) => setFolds((before) => ({ ...before, folded: new Set(isFolded ? all : []) })),
    }),
    [folded, opened],
  )
}

function withOne(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? ids : new Set([...ids, id])
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : ids
}
