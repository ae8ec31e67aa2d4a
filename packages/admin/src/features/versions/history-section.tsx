import { Link } from '@tanstack/react-router'
import { addresses, type HistorySearch } from '../../data/addresses.ts'
import type { Snapshot } from '../../data/document.ts'
import { type HistoryPlace, languagesOf, useVersions } from './use-history.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { historyWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

const SHOWN = 4

/** The last revisions, and the way to all of them. */
export function HistorySection({ place: { kind, entity, id, locale } }: DocumentContext) {
  const schema = useSchema()
  const place: HistoryPlace = { kind, entity, id: id ?? '', languages: languagesOf(entity, schema, locale) }
  const said = useWords(historyWords)
  const formats = useFormats()
  const { data } = useVersions(place, 1)
  if (!data) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        <Link {...addressOf(place)}>{said.history}</Link>
        <span className={styles.count}>{formats.number(data.pagination.totalDocs)}</span>
      </h2>
      <ol>
        {data.docs.slice(0, SHOWN).map((snapshot, index) => (
          <Revision key={snapshot.revision} place={place} snapshot={snapshot} isNewest={index === 0} />
        ))}
      </ol>
    </section>
  )
}

interface RevisionProps {
  readonly place: HistoryPlace
  readonly snapshot: Snapshot
  readonly isNewest: boolean
}

function Revision({ place, snapshot, isNewest }: RevisionProps) {
  const said = useWords(historyWords)
  const status = useWords(statusWords)
  const formats = useFormats()
  const { user } = useSession()
  const { createdBy, createdAt, revision, _status } = snapshot
  const [author] = useTargets(createdBy ? [createdBy] : [])
  const kind = _status === 'published' ? 'published' : isNewest ? 'now' : 'draft'
  return (
    <li>
      <Link {...addressOf(place, { to: revision })} className={styles.entry}>
        <span className={styles.dot} data-kind={kind} />
        <span>
          {author?.id === user.id ? (
            said.you
          ) : author ? (
            <TargetTitle target={author} />
          ) : (
            `#${formats.number(revision)}`
          )}
          {_status !== undefined && `, ${formats.inSentence(status[_status])}`}
        </span>
        <time dateTime={createdAt} title={formats.exact(createdAt)}>
          {formats.ago(createdAt)}
        </time>
      </Link>
    </li>
  )
}

function addressOf({ kind, entity, id }: HistoryPlace, search: HistorySearch = {}) {
  return kind === 'global' ? addresses.globalHistory(entity.slug, search) : addresses.history(entity.slug, id, search)
}
