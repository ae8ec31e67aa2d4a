import { useTargets } from '../../data/use-targets.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { useSchema } from '../../data/use-session.ts'
import { may } from '../../data/use-documents.ts'
import type { Target } from '../../fields/relationship-value.ts'
import { useFormats } from '../../words/formats.ts'
import styles from './activity.module.css'
import type { Entry } from './entry.ts'
import { EntryLine } from './entry-line.tsx'

interface TimelineProps {
  readonly entries: readonly Entry[]
  /** All of it is about one document, which need not be named in each line. */
  readonly isOfOne?: boolean
}

/** What happened, newest first, day by day. */
export function Timeline({ entries, isOfOne = false }: TimelineProps) {
  const { day } = useFormats()
  const subjects = useSubjects(isOfOne ? [] : entries)
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
            subject={subjects.get(`${entry.entity}/${entry.documentId}`)}
          />
        ))}
      </ol>
    </section>
  ))
}

/** The documents that entries are about, found together. Of collections that the reader may not read, nothing is asked. */
function useSubjects(entries: readonly Entry[]): ReadonlyMap<string, Target> {
  const { collections } = useSchema()
  const rights = useRightsOf(Object.keys(collections))
  const named = new Map<string, Target>()
  for (const { entity, documentId: id } of entries) {
    if (entity !== null && id !== null && may(rights[entity], 'read'))
      named.set(`${entity}/${id}`, { collection: entity, id })
  }
  const found = useTargets([...named.values()])
  return new Map(found.map((target) => [`${target.collection}/${target.id}`, target]))
}
