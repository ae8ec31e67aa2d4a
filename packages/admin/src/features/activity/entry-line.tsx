import { humanize, labelOf } from '../../data/entities.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { Cell, FoldLine, Subject } from '../../design/fold-line.tsx'
import type { RelationshipTarget } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { actionInWords } from './actions.ts'
import styles from './activity.module.css'
import type { ActivityEntry } from './entry.ts'
import { EntryDetails } from './entry-details.tsx'
import { activityWords } from './words.ts'

interface EntryLineProps {
  readonly entry: ActivityEntry
  readonly isOfOne: boolean
  readonly subject: RelationshipTarget | undefined
}

export function EntryLine({ entry, isOfOne, subject }: EntryLineProps) {
  const said = useWords(activityWords)
  const formats = useFormats()
  const { at, changes, ids, outcome } = entry
  const notes = [
    ...(changes?.length ? [said.changes({ count: changes.length })] : []),
    ...(ids ? [said.listed({ count: ids.length })] : []),
  ]
  return (
    <FoldLine
      className={styles.entry}
      line={
        <>
          <time className={styles.time} dateTime={at} title={formats.exact(at)}>
            {formats.time(at)}
          </time>
          <span className={styles.who}>
            <Who entry={entry} />
          </span>
          <Cell kind="what" className={styles.what}>
            <span>{actionInWords(entry, said)}</span>
            {outcome === 'refused' && <span className={styles.refused}>{said.refused}</span>}
            {!isOfOne && <EntrySubject entry={entry} target={subject} />}
          </Cell>
          {notes.length > 0 && <span className={styles.note}>{notes.join(' · ')}</span>}
        </>
      }
    >
      <EntryDetails entry={entry} subject={subject} />
    </FoldLine>
  )
}

function EntrySubject({
  entry: { entity, documentId },
  target,
}: {
  readonly entry: ActivityEntry
  readonly target: RelationshipTarget | undefined
}) {
  const { collections, globals } = useSchema()
  if (entity === null) return null
  const isGlobal = entity.startsWith('global:')
  const slug = isGlobal ? entity.slice('global:'.length) : entity
  const known = isGlobal ? globals[slug] : collections[slug]
  return (
    <Subject kind={known ? labelOf(known) : humanize(slug)}>
      {!isGlobal && documentId !== null && <TargetTitle target={target ?? { collection: slug, id: documentId }} />}
    </Subject>
  )
}

/** Shows the name logged at the time, because the user may be deleted. */
export function Who({ entry: { actor, via } }: { readonly entry: ActivityEntry }) {
  const said = useWords(activityWords)
  const { user } = useSession()
  if (actor) return actor.id === user.id ? said.you : (actor.label ?? actor.id.slice(0, 8))
  return via === 'anonymous' ? said.stranger : said.nobody
}
