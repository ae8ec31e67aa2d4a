import { useState } from 'react'
import type { Row } from './rows.ts'

/** A few rows are open from the start; of many, you see first what there is. */
const FEW = 3

export interface Folding {
  readonly isFolded: (id: string) => boolean
  readonly set: (id: string, isFolded: boolean) => void
  readonly setAll: (isFolded: boolean) => void
}

export function useFolding(rows: readonly Row[]): Folding {
  const [folded, setFolded] = useState(() => new Set(rows.length > FEW ? rows.map(({ id }) => id) : []))
  return {
    isFolded: (id) => folded.has(id),
    set: (id, isFolded) =>
      setFolded((before) => {
        const after = new Set(before)
        if (isFolded) after.add(id)
        else after.delete(id)
        return after
      }),
    setAll: (isFolded) => setFolded(new Set(isFolded ? rows.map(({ id }) => id) : [])),
  }
}
