import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './loading.module.css'

export function Loading() {
  const { loading } = useWords(sharedWords)
  return (
    <div className={styles.loading} role="status">
      {loading}
    </div>
  )
}
