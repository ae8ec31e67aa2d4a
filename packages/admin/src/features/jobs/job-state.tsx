import { Check, CircleAlert, Clock, LoaderCircle, X } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { JobStatus } from './job.ts'
import styles from './jobs.module.css'
import { jobsWords } from './words.ts'

/** A shape and a word, never a colour alone. */
export function JobState({ status }: { readonly status: JobStatus }) {
  const said = useWords(jobsWords)
  return (
    <span className={styles.mark} data-state={status}>
      <Icon of={iconOf(status)} size={14} />
      {said.status[status]}
    </span>
  )
}

/** Chosen when it is shown: files of the build may need each other, and then an icon comes after this one. */
function iconOf(status: JobStatus) {
  if (status === 'pending') return Clock
  if (status === 'running') return LoaderCircle
  if (status === 'completed') return Check
  return status === 'failed' ? CircleAlert : X
}
