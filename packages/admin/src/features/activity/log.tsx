import type { Where } from '../../data/document.ts'
import { Button } from '../../design/button.tsx'
import { LoadingRows } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './activity.module.css'
import { useEntries } from './entries.ts'
import { activityWords } from './words.ts'
import { useReadableTargets } from '../../data/use-targets.ts'
import { useFormats } from '../../words/formats.ts'
import type { ActivityEntry } from './entry.ts'
import { EntryLine } from './entry-line.tsx'

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

interface TimelineProps {
  readonly entries: readonly ActivityEntry[]
  readonly isOfOne?: boolean
}

/** Entries, newest first, grouped by day. */
export function Timeline({ entries, isOfOne = false }: TimelineProps) {
  const { day } = useFormats()
  const subjectOf = useReadableTargets(
    isOfOne
      ? []
      : entries.flatMap(({ entity: collection, documentId: id }) =>
          collection === null || id === null ? [] : [{ collection, id }],
        ),
  )
  const days = Map.groupBy(entries, ({ at }) => day(at))
  return [...days].map(([name, ofDay]) => (
    <section key={name} className={styles.day} aria-label={name}>
      <h2 className={styles.date}>{name}</h2>
      <ol>
        {ofDay.map((entry) => (
          <EntryLine
            key={entry.id}
            entry={entry}
            isOfOne={isOfOne}
            subject={subjectOf(entry.entity, entry.documentId)}
          />
        ))}
      </ol>
    </section>
  ))
}
