import { useEffect, useState } from 'react'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-screen.module.css'
import type { DocumentForm } from './use-document-form.ts'

/** "Saved 3 s ago · revision 12", or what keeps it from being so. */
export function SavedMark({ form }: { readonly form: DocumentForm }) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const now = useNow(form.savedAt !== undefined)
  const { stored, savedAt, state } = form
  const text = () => {
    if (state === 'saving') return said.saving
    if (state === 'offline') return said.offline
    if (state === 'failed') return said.failed
    if (state === 'unsaved') return said.unsaved
    if (!stored) return ''
    const at = savedAt ?? new Date(stored.updatedAt)
    const seconds = Math.round((now - at.getTime()) / 1000)
    const ago = seconds < 2 ? said.justNow : seconds < 60 ? said.secondsAgo({ count: seconds }) : formats.ago(at)
    return said.saved({ ago, revision: stored.revision })
  }
  return (
    <span className={styles.saved} data-state={state}>
      {text()}
    </span>
  )
}

/** The time, by the second where it matters. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
