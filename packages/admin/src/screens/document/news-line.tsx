import { documentWords } from '../../words/document.ts'
import { followingWords } from '../../words/diff.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './news-line.module.css'
import type { FollowedDocument } from './use-followed-document.ts'
import { useNow } from './save-sign.tsx'

interface NewsLineProps {
  readonly news: FollowedDocument['last']
  /** Its line has room for it on narrow screens. */
  readonly hasRoom?: boolean
}

/** "Ann published this 3 s ago". Screen readers announce it once, not every second. */
export function NewsLine({ news, hasRoom = false }: NewsLineProps) {
  const said = useWords(followingWords)
  const { justNow, secondsAgo } = useWords(documentWords)
  const formats = useFormats()
  const now = useNow(news !== undefined)
  if (!news) return <span role="status" className={styles.told} />
  const seconds = Math.round((now - Date.parse(news.at)) / 1000)
  const ago = seconds < 2 ? justNow : seconds < 60 ? secondsAgo({ count: seconds }) : formats.ago(news.at)
  return (
    <>
      <span role="status" className={styles.told}>
        {news.text}
      </span>
      <span
        aria-hidden="true"
        className={`${styles.line} ${hasRoom ? '' : styles.giving}`}
        title={formats.exact(news.at)}
      >
        {said.ago({ deed: news.text, ago })}
      </span>
    </>
  )
}
