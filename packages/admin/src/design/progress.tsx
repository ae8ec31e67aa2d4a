import styles from './progress.module.css'

interface ProgressProps {
  readonly label: string
  readonly done: number
  /** Null while the total is unknown. */
  readonly total: number | null
}

/** How far something is: a line, and in words for those who don't see it. */
export function Progress({ label, done, total }: ProgressProps) {
  return (
    <progress
      className={styles.progress}
      aria-label={label}
      {...(total !== null && total > 0 && { value: Math.min(done, total), max: total })}
    />
  )
}
