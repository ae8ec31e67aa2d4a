import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './loading.module.css'
import loadingRowsStyles from './loading-rows.module.css'

const WIDTHS = [34, 46, 28, 40, 52, 31, 44, 37]

export function LoadingRows() {
  const { loading } = useWords(sharedWords)
  return (
    <div className={loadingRowsStyles.rows} role="status" aria-label={loading}>
      {WIDTHS.map((width) => (
        <div key={width} className={loadingRowsStyles.row}>
          <svg className={loadingRowsStyles.bar} width={`${width}%`} height="10" aria-hidden="true">
            <rect width="100%" height="10" rx="3" />
          </svg>
        </div>
      ))}
    </div>
  )
}

/** Placeholder of a loading screen; with `isInline`, a silent one of a part. */
export function Loading({ isInline = false }: { readonly isInline?: boolean }) {
  const { loading } = useWords(sharedWords)
  if (isInline) return <div className={styles.inline} aria-busy="true" />
  return (
    <div className={styles.loading} role="status">
      {loading}
    </div>
  )
}
