import { Link, useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { addresses, type HistorySearch } from '../../data/addresses.ts'
import type { Snapshot } from '../../data/document.ts'
import { type HistoryPlace, languagesOf, useVersions } from './use-history.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext, FieldContext } from '../../screens/feature.ts'
import { foldAutosaves } from './fold-autosaves.ts'
import { historyWords } from './words.ts'
import { Icon } from '../../design/icon.tsx'
import { MenuItem } from '../../design/menu.tsx'
import { labelOf } from '../../data/entities.ts'
import { IconButton } from '../../design/button.tsx'
import styles from '../../screens/document/document-margin.module.css'

const SHOWN = 4

/** The last revisions, with a link to the history. */
export function HistorySection({ place: { kind, entity, id, locale } }: DocumentContext) {
  const schema = useSchema()
  const place: HistoryPlace = { kind, entity, id: id ?? '', languages: languagesOf(entity, schema, locale) }
  const said = useWords(historyWords)
  const formats = useFormats()
  const { data } = useVersions(place, 1)
  if (!data) return null
  const newest = data.docs[0]?.revision
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        <Link {...addressOf(place)}>{said.history}</Link>
        <span className={styles.count}>{formats.number(data.pagination.totalDocs)}</span>
      </h2>
      <ol>
        {foldAutosaves(data.docs, { newest, shown: [] })
          .slice(0, SHOWN)
          .map((entry) =>
            entry.kind === 'one' ? (
              <Revision
                key={entry.snapshot.revision}
                place={place}
                snapshot={entry.snapshot}
                isNewest={entry.snapshot.revision === newest}
              />
            ) : (
              <li key={entry.snapshots[0]?.revision}>
                <Link {...addressOf(place)} className={styles.entry}>
                  <span className={styles.dot} data-kind="draft" />
                  <span>{said.autosaves({ count: entry.snapshots.length })}</span>
                </Link>
              </li>
            ),
          )}
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
  const { createdBy, createdAt, revision, name, _status } = snapshot
  const [author] = useTargets(createdBy ? [createdBy] : [])
  const kind = _status === 'published' ? 'published' : isNewest ? 'now' : 'draft'
  return (
    <li>
      <Link {...addressOf(place, { to: revision })} className={styles.entry}>
        <span className={styles.dot} data-kind={kind} />
        <span>
          {name !== null ? (
            <b dir="auto">{name}</b>
          ) : author?.id === user.id ? (
            _status === 'published' ? (
              said.youPublished
            ) : _status === 'draft' ? (
              said.youSaved
            ) : (
              said.you
            )
          ) : author ? (
            <>
              <TargetTitle target={author} />
              {_status !== undefined && `, ${formats.inSentence(status[_status])}`}
            </>
          ) : _status === undefined ? (
            said.revision({ number: formats.number(revision) })
          ) : (
            said[_status === 'published' ? 'publishedOf' : 'draftOf']({ number: formats.number(revision) })
          )}
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

export function HistoryItem({ place: { entity, id } }: DocumentContext) {
  const said = useWords(historyWords)
  return (
    <MenuItem icon={<Icon of={History} />} to={addresses.history(entity.slug, id ?? '')}>
      {said.history}
    </MenuItem>
  )
}

/** Opens the history of a field. Not in the tab order: keyboard users choose the field in the history. */
export function FieldHistoryButton({ place: { kind, entity, id }, field }: FieldContext) {
  const said = useWords(historyWords)
  const navigate = useNavigate()
  const search = { field: field.name }
  const open = () =>
    navigate(
      kind === 'global'
        ? addresses.globalHistory(entity.slug, search)
        : addresses.history(entity.slug, id ?? '', search),
    )
  return (
    <IconButton small tabIndex={-1} label={`${said.fieldHistory}: ${labelOf(field)}`} onClick={() => void open()}>
      <Icon of={History} size={14} />
    </IconButton>
  )
}
