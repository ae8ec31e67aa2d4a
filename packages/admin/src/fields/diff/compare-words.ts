import { diffArrays } from 'diff'

type DiffStep<Item> =
  | { readonly kind: 'same'; readonly before: Item; readonly after: Item }
  | { readonly kind: 'removed'; readonly before: Item }
  | { readonly kind: 'added'; readonly after: Item }

/** With more differences than this, everything counts as replaced: such a comparison is not readable. */
const MOST_DIFFERENCES = 800

/** The shortest edit script between two lists (their longest common subsequence). */
export function compareSequences<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): DiffStep<Item>[] {
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MOST_DIFFERENCES })
  if (!changes) return [...before.map(removed), ...after.map(added)]
  let [i, j] = [0, 0]
  return changes.flatMap((change) => {
    const taken = before.slice(i, i + (change.added ? 0 : change.count))
    const given = after.slice(j, j + (change.removed ? 0 : change.count))
    i += taken.length
    j += given.length
    if (change.added) return given.map(added)
    if (change.removed) return taken.map(removed)
    return taken.map((item, index): DiffStep<Item> => ({ kind: 'same', before: item, after: given[index] as Item }))
  })
}

const removed = <Item>(item: Item): DiffStep<Item> => ({ kind: 'removed', before: item })
const added = <Item>(item: Item): DiffStep<Item> => ({ kind: 'added', after: item })

interface LeftOut {
  readonly kind: 'left out'
  readonly count: number
}

const CONTEXT = 3

export function withoutLongSame<Item>(steps: readonly DiffStep<Item>[]): (DiffStep<Item> | LeftOut)[] {
  const isNear = steps.map((_, index) =>
    steps.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: (DiffStep<Item> | LeftOut)[] = []
  for (const [index, step] of steps.entries()) {
    const last = shown.at(-1)
    if (isNear[index]) shown.push(step)
    else if (last?.kind === 'left out') shown[shown.length - 1] = { kind: 'left out', count: last.count + 1 }
    else shown.push({ kind: 'left out', count: 1 })
  }
  return shown
}

export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Compares two texts word by word. Spaces belong to the word before them, so that replaced words read as one. */
export function compareWords(before: string, after: string): Piece[] {
  const pieces: Piece[] = []
  for (const step of compareSequences(wordsOf(before), wordsOf(after), (word) => word)) {
    const text = step.kind === 'removed' ? step.before : step.after
    const last = pieces.at(-1)
    if (last?.kind === step.kind) pieces[pieces.length - 1] = { kind: step.kind, text: last.text + text }
    else pieces.push({ kind: step.kind, text })
  }
  return pieces
}

/** Words with what follows them, and each sign of punctuation by itself. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_’'-]+\s*|[^\p{L}\p{N}\p{M}_\s]\s*|\s+/gu) ?? []
}

/** From 0, no common words, to 1, equal. */
export function likeness(before: string, after: string): number {
  const pieces = compareWords(before, after)
  const length = (kind: Piece['kind']) =>
    pieces.reduce((sum, piece) => sum + (piece.kind === kind ? piece.text.length : 0), 0)
  const same = 2 * length('same')
  const all = same + length('removed') + length('added')
  return all === 0 ? 1 : same / all
}
