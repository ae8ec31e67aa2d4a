import type { Doc } from '../../data/document.ts'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { useNarrow } from '../../design/use-narrow.ts'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'

/** The status of a document, in full where there is room. */
export function StateMark({ doc }: { readonly doc: Doc }) {
  const { changedSince } = useWords(statusWords)
  const isNarrow = useNarrow()
  const status = statusOf(doc)
  return status && <StatusMark status={status} {...(status === 'changed' && !isNarrow && { text: changedSince })} />
}
