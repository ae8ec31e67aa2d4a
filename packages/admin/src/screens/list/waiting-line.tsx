import { followingWords } from '../../words/following.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './waiting-line.module.css'

/** Notice of changes by other users that wait for a click. Placed beside the title, where it causes no layout shift. */
export function WaitingLine({
  waiting,
  onShow,
}: {
  readonly waiting: number | undefined
  readonly onShow: () => void
}) {
  const said = useWords(followingWords)
  return (
    <p role="status" className={styles.line}>
      {waiting !== undefined && (
        <>
          <span>{waiting > 0 ? said.newOnes({ count: waiting }) : said.listChanged}</span>
          <button type="button" className={styles.show} onClick={onShow}>
            {said.show}
          </button>
        </>
      )}
    </p>
  )
}
