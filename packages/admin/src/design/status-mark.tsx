import type { Doc } from '../data/document.ts'
import { statusWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './status-mark.module.css'

export type Status = 'draft' | 'changed' | 'published' | 'scheduled' | 'failed' | 'trashed'

/** Null if the document has no status. */
export function statusOf(doc: Pick<Doc, '_status' | '_publishedRevision' | 'deletedAt'>): Status | null {
  if (doc.deletedAt) return 'trashed'
  if (doc._status === undefined) return null
  if (doc._status === 'published') return 'published'
  return doc._publishedRevision ? 'changed' : 'draft'
}

/** Whether a live copy exists. */
export function isLive(doc: Pick<Doc, '_status' | '_publishedRevision'> | undefined): boolean {
  return doc?._status === 'published' || (doc?._publishedRevision ?? null) !== null
}

/** A shape and a word: ring, half, full, dashed. Never a colour alone. */
export function StatusMark({ status, text }: { readonly status: Status; readonly text?: string }) {
  const said = useWords(statusWords)
  return (
    <span className={`${styles.mark} ${styles[status]}`}>
      <StatusShape status={status} />
      {text ?? said[status]}
    </span>
  )
}

function StatusShape({ status }: { readonly status: Status }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" fill="none" stroke="currentColor">
      {status === 'published' ? (
        <circle cx="6" cy="6" r="5" fill="currentColor" stroke="none" />
      ) : (
        <circle cx="6" cy="6" r="4.6" strokeWidth="1.3" strokeDasharray={DASHES[status]} />
      )}
      {status === 'changed' && <path d="M6 1.400a4.600 4.600 0 0 0 0 9.200z" fill="currentColor" stroke="none" />}
      {status === 'failed' && <path d="M6 3.200v3.400M6 8.600v.200" strokeWidth="1.4" strokeLinecap="round" />}
      {status === 'trashed' && <path d="M3 3l6 6" strokeWidth="1.3" />}
    </svg>
  )
}

const DASHES: Partial<Record<Status, string>> = { scheduled: '2.400 2.400' }
