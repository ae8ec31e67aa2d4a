import { Ban, Check, CircleAlert, Clock, LoaderCircle } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { JobStatus } from './job.ts'
import styles from './jobs.module.css'
import { jobsWords } from './words.ts'

const ICONS = { pending: Clock, running: LoaderCircle, completed: Check, failed: CircleAlert, cancelled: Ban }

/** A shape and a word, never a colour alone. */
export function JobState({ status }: { readonly status: JobStatus }) {
  const said = useWords(jobsWords)
  return (
    <span className={styles.mark} data-state={status}>
      <Icon of={ICONS[status]} size={14} />
      {said.status[status]}
    </span>
  )
}
