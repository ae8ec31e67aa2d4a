import type { Where } from '../../data/document.ts'
import { Button } from '../../design/button.tsx'
import { LoadingRows } from '../../design/loading-rows.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './activity.module.css'
import { Timeline } from './timeline.tsx'
import { useEntries } from './use-entries.ts'
import { activityWords } from './words.ts'

interface LogProps {
  readonly where: Where
  readonly none: string
}

export function Log({ where, none }: LogProps) {
  const said = useWords(activityWords)
  const log = useEntries(where)
  if (log.isPending) return <LoadingRows />
  if (!log.data) return <Failure error={log.error} onRetry={() => void log.refetch()} />
  const entries = log.data.pages.flatMap(({ docs }) => docs)
  if (entries.length === 0) return <Notice title={said.none}>{none}</Notice>
  return (
    <>
      <Timeline entries={entries} />
      {log.hasNextPage && (
        <div className={styles.older}>
          <Button kind="outline" disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {said.older}
          </Button>
        </div>
      )}
    </>
  )
}
