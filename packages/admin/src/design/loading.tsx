import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './loading.module.css'

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
