import { recordsOf, type Members } from '../../data/members.ts'
import { sameValue } from './same-value.ts'
import { compareSequences } from './compare-words.ts'

export interface ComparedRow {
  readonly kind: 'same' | 'changed' | 'added' | 'removed'
  /** Whether it moved among the rows that existed before. */
  readonly isMoved: boolean
  readonly before?: Members
  readonly after?: Members
}

/** Compares rows by id: in their present order, with removed rows at their former place. */
export function compareRows(before: unknown, after: unknown): ComparedRow[] {
  const old = recordsOf(before)
  const now = recordsOf(after)
  const oldById = new Map(old.map((row, index) => [rowKey(row, index), row]))
  const nowKeys = new Set(now.map(rowKey))
  const steps = compareSequences(old.map(rowKey), now.map(rowKey), (key) => key)
  const stayed = new Set(steps.flatMap((step) => (step.kind === 'same' ? [step.after] : [])))
  const nowById = new Map(now.map((row, index) => [rowKey(row, index), row]))

  return steps.flatMap((step): ComparedRow[] => {
    if (step.kind === 'removed') {
      const row = oldById.get(step.before)
      // Moved rows appear at their present place only.
      return nowKeys.has(step.before) || !row ? [] : [{ kind: 'removed', isMoved: false, before: row }]
    }
    const row = nowById.get(step.after)
    if (!row) return []
    const earlier = oldById.get(step.after)
    if (!earlier) return [{ kind: 'added', isMoved: false, after: row }]
    const kind = sameValue(earlier, row) ? 'same' : 'changed'
    return [{ kind, isMoved: !stayed.has(step.after), before: earlier, after: row }]
  })
}

/** Blocks of different types are different rows, even with the same id. */
function rowKey(row: Members, index: number): string {
  return JSON.stringify([row['blockType'] ?? null, row['id'] ?? index])
}
