import { UndoHistory } from './undo-history.ts'

/** Number of documents and languages whose undo steps are kept while others are open. */
const MOST = 6

const kept = new Map<string, UndoHistory>()

/** The undo steps of a document that was open before, or none. */
export function historyOf(key: string): UndoHistory {
  return keepHistory(key, kept.get(key) ?? new UndoHistory())
}

/** Keeps the undo steps of a new document once it has an id. */
export function keepHistory(key: string, history: UndoHistory): UndoHistory {
  kept.delete(key)
  kept.set(key, history)
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  return history
}
