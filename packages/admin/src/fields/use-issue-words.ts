import { useMemo, useSyncExternalStore } from 'react'
import type * as Texts from './further-issue-words.ts'
import type { Issue } from '../data/api-error.ts'
import { issueWords, plainIssueInWords } from '../data/issue-words.ts'
import type { Said, Words } from '../words/words.ts'
import { useWords } from '../words/use-words.ts'

type Further = typeof Texts

/** Loaded on demand; English needs no translation. */
let further: Further | undefined
let isAsked = false
const listeners = new Set<() => void>()

function load(): void {
  if (isAsked) return
  isAsked = true
  import('./further-issue-words.ts').then(
    (loaded) => {
      further = loaded
      for (const listener of listeners) listener()
    },
    // After a failure, the next call retries.
    () => (isAsked = false),
  )
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  load()
  return () => listeners.delete(listener)
}

const ignore = () => () => {}

export function useIssueWords(): (issue: Pick<Issue, 'message'> & { readonly code?: string }) => string {
  const plain = useWords(issueWords)
  const isEnglish = plain.required === issueWords.english.required
  const loaded = useSyncExternalStore(isEnglish ? ignore : follow, () => further)
  const all: Words<unknown> = loaded?.furtherIssueWords ?? issueWords
  const said = useWords(all) as Said<Further['furtherIssueWords']>
  return useMemo(
    () => (issue) =>
      loaded && !isEnglish
        ? loaded.issueInWords(issue, { plain, further: said })
        : plainIssueInWords(issue.message, plain),
    [plain, said, loaded, isEnglish],
  )
}
