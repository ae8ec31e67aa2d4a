import { useReadableTargets } from '../../data/use-readable-targets.ts'
import { useFormats } from '../../words/formats.ts'
import styles from './activity.module.css'
import type { Entry } from './entry.ts'
import { EntryLine } from './entry-line.tsx'

interface TimelineProps {
  readonly entries: readonly Entry[]
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
