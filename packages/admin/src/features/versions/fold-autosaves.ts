import type { Snapshot } from '../../data/document.ts'

type TimelineRevision = Pick<Snapshot, 'revision' | 'autosave' | 'name' | '_status'>

/** An entry of the timeline: one revision, or several autosaves in a row. */
export type TimelineEntry<One extends TimelineRevision> =
  | { readonly kind: 'one'; readonly snapshot: One }
  | { readonly kind: 'autosaves'; readonly snapshots: readonly One[] }

/** Minimum number of autosaves to fold. */
const LEAST = 3

/**
 * Folds autosaves that follow each other. The newest revision stays, since it is the current content; so does whatever
 * has a name or was published, and the revisions in `shown`.
 */
export function foldAutosaves<One extends TimelineRevision>(
  newestFirst: readonly One[],
  { newest, shown }: { readonly newest: number | undefined; readonly shown: readonly (number | undefined)[] },
): TimelineEntry<One>[] {
  const folds = (one: One) =>
    one.autosave &&
    one.name === null &&
    one._status !== 'published' &&
    one.revision !== newest &&
    !shown.includes(one.revision)
  const entries: TimelineEntry<One>[] = []
  let run: One[] = []
  const close = () => {
    if (run.length >= LEAST) entries.push({ kind: 'autosaves', snapshots: run })
    else entries.push(...run.map((snapshot) => ({ kind: 'one' as const, snapshot })))
    run = []
  }
  for (const one of newestFirst) {
    if (folds(one)) {
      run.push(one)
      continue
    }
    close()
    entries.push({ kind: 'one', snapshot: one })
  }
  close()
  return entries
}
