import type { Doc } from '../../data/document.ts'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'

/** The state that a document has by itself, with room for the whole of it. */
export function StateMark({ doc }: { readonly doc: Doc }) {
  const { changedSince } = useWords(statusWords)
  const status = statusOf(doc)
  return status && <StatusMark status={status} {...(status === 'changed' && { text: changedSince })} />
}
