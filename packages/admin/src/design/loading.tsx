import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './loading.module.css'

/** In the place of a screen; with `isInline`, of a part of one, which keeps its place and says nothing. */
export function Loading({ isInline = false }: { readonly isInline?: boolean }) {
  const { loading } = useWords(sharedWords)
  if (isInline) return <div className={styles.inline} aria-busy="true" />
  return (
    <div className={styles.loading} role="status">
      {loading}
    </div>
  )
}
