import { UndoHistory } from './undo-history.ts'

/** Documents, each in one language, whose steps are kept while this tab shows others. */
const MOST = 6

const kept = new Map<string, UndoHistory>()

/** The steps of a document that was open before, or none. */
export function historyOf(key: string): UndoHistory {
  return keepHistory(key, kept.get(key) ?? new UndoHistory())
}

/** Keeps the steps of a document that exists from now on. */
export function keepHistory(key: string, history: UndoHistory): UndoHistory {
  kept.delete(key)
  kept.set(key, history)
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  return history
}
