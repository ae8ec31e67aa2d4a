import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './loading-rows.module.css'

const WIDTHS = [34, 46, 28, 40, 52, 31, 44, 37]

export function LoadingRows() {
  const { loading } = useWords(sharedWords)
  return (
    <div className={styles.rows} role="status" aria-label={loading}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <svg className={styles.bar} width={`${width}%`} height="10" aria-hidden="true">
            <rect width="100%" height="10" rx="3" />
          </svg>
        </div>
      ))}
    </div>
  )
}
