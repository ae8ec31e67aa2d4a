import { Check, CircleAlert, Clock, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './work-state.module.css'

export type WorkStage = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** State of background work: a shape and a word, never a colour alone. */
export function WorkState({ stage, label }: { readonly stage: WorkStage; readonly label: ReactNode }) {
  return (
    <span className={styles.mark} data-stage={stage}>
      <Icon of={iconOf(stage)} size={14} />
      {label}
    </span>
  )
}

/** A function, not a constant: with circular imports between chunks, the icons may not be initialized yet. */
function iconOf(stage: WorkStage) {
  if (stage === 'waiting') return Clock
  if (stage === 'running') return LoaderCircle
  if (stage === 'done') return Check
  return stage === 'failed' ? CircleAlert : X
}

interface ProgressProps {
  readonly label: string
  readonly done: number
  /** Null while the total is unknown. */
  readonly total: number | null
}

/** Progress bar with a text for screen readers. */
export function Progress({ label, done, total }: ProgressProps) {
  return (
    <progress
      className={styles.progress}
      aria-label={label}
      {...(total !== null && total > 0 && { value: Math.min(done, total), max: total })}
    />
  )
}
