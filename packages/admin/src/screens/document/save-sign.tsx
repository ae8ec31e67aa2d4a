import { Check, CircleAlert, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Icon } from '../../design/icon.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { Sign } from './editing-state.ts'
import styles from './save-sign.module.css'
import type { DocumentForm } from './use-document-form.ts'

const ICONS = { clean: Check, saving: LoaderCircle, unsaved: PencilLine, offline: CloudOff, attention: CircleAlert }

interface SaveSignProps {
  readonly form: DocumentForm
  /** Edits are saved automatically as a draft. */
  readonly isByItself: boolean
  /** Goes to the problem. */
  readonly onAttend?: () => void
}

/** The save status, in the same words and place on all screens. */
export function SaveSign({ form, isByItself, onAttend }: SaveSignProps) {
  const said = useWords(documentWords)
  const { sign } = form
  const detail = useDetail(form, isByItself)
  const short: Partial<Record<Sign, string>> = {
    ...(form.stored && { clean: said.savedShort }),
    offline: said.offlineShort,
    attention: form.failure?.action === 'publish' && !form.isDirty ? said.notPublishedShort : said.failed,
  }
  const inShort = short[sign] === detail ? undefined : short[sign]
  if (detail === '') return null
  const words = (
    <>
      {/* A new document is not stored yet. */}
      <Icon of={sign === 'clean' && !form.stored ? PencilLine : ICONS[sign]} size={14} />
      <span className={inShort === undefined ? undefined : styles.detail}>{detail}</span>
      {inShort !== undefined && <span className={styles.short}>{inShort}</span>}
    </>
  )
  if (sign !== 'attention' || !onAttend) {
    return (
      <span className={styles.sign} data-state={sign}>
        {words}
      </span>
    )
  }
  return (
    <button type="button" className={styles.sign} data-state={sign} onClick={onAttend}>
      {words}
    </button>
  )
}

/** "Saved 3 s ago · revision 12", or what prevents saving. */
function useDetail(
  { stored, savedAt, sign, failure, isDirty, conflict, recoveredAt }: DocumentForm,
  isByItself: boolean,
) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const now = useNow(savedAt !== undefined && sign === 'clean')
  if (sign === 'saving') return said.saving
  if (sign === 'offline') return said.offline
  if (sign === 'unsaved') return said.unsaved
  if (sign === 'attention') {
    if (conflict || recoveredAt !== undefined) return said.undecided
    return failure?.action === 'publish' && !isDirty ? said.notPublished : said.failed
  }
  if (!stored) return isByItself ? said.willSave : ''
  const at = savedAt === undefined ? new Date(stored.updatedAt) : new Date(savedAt)
  const seconds = Math.round((now - at.getTime()) / 1000)
  const ago = seconds < 2 ? said.justNow : seconds < 60 ? said.secondsAgo({ count: seconds }) : formats.ago(at)
  return said.saved({ ago, revision: stored.revision })
}

/** The current time, updated every second if `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
