import styles from './progress.module.css'

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
