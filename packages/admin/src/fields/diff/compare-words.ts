import { compareSequences } from './sequence.ts'

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
