import { followingWords } from '../../words/following.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './waiting-line.module.css'

/** What others did to the list while somebody had their hands on it. Beside the title, where nothing moves when it comes. */
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
