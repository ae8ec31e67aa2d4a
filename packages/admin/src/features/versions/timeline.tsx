import { useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { HistorySearch } from '../../data/addresses.ts'
import type { Page, Snapshot } from '../../data/document.ts'
import type { HistoryPlace } from './use-history.ts'
import { useSession } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Icon } from '../../design/icon.tsx'
import { Moment } from '../../design/moment.tsx'
import { Pages } from '../../design/pages.tsx'
import { StatusMark } from '../../design/status-mark.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { historyWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import { changeInWords } from './change-in-words.ts'
import { changesBetween } from './changes-between.ts'
import { type TimelineEntry, foldAutosaves } from './fold-autosaves.ts'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Select } from '../../design/input.tsx'
import styles from './timeline.module.css'

interface TimelineProps {
  readonly place: HistoryPlace
  readonly versions: Page<Snapshot>
  readonly newest: number | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly search: HistorySearch
}

/** Revisions, newest first. Two columns of radio buttons choose the revisions to compare. */
export function Timeline({ place, versions: { docs, pagination }, newest, from, to, search }: TimelineProps) {
  const said = useWords(historyWords)
  const { number } = useFormats()
  const navigate = useNavigate()
  const change = (next: Partial<HistorySearch>) =>
    void navigate({ to: '.', search: withoutEmpty({ ...search, from, to, ...next }) })
  const all = docs.map((snapshot, index) => ({ snapshot, previous: docs[index + 1] }))
  // The history of one field shows only revisions that changed it.
  const shown = all.filter(({ snapshot, previous }) => {
    if (search.field === undefined) return true
    const changed = changesBetween(place.entity, previous?.data ?? {}, snapshot.data, place.languages)
    return changed.some(({ field }) => field.name === search.field)
  })
  const previousOf = new Map(all.map(({ snapshot, previous }) => [snapshot.revision, previous]))
  // Autosaves that the editor has unfolded.
  const [opened, setOpened] = useState<readonly number[]>([])
  const open = (snapshots: readonly Snapshot[]) => setOpened([...opened, ...snapshots.map(({ revision }) => revision)])
  const entries = foldAutosaves(
    shown.map(({ snapshot }) => snapshot),
    { newest, shown: [from, to, ...opened] },
  )
  // Always compares from the older to the newer one.
  const compare = (one: number, other: number | undefined) =>
    change(other === undefined ? { to: one } : { from: Math.min(one, other), to: Math.max(one, other) })
  return (
    <>
      <h2 className={styles.heading}>
        {said.revisions}
        <span className={styles.count}>{number(pagination.totalDocs)}</span>
      </h2>
      <FieldChoice entity={place.entity} chosen={search.field} onChoose={(field) => change({ field })} />
      {shown.length === 0 && <p className={styles.none}>{said.noneOfField}</p>}
      {shown.length > 0 && (
        <div className={styles.columns} aria-hidden="true">
          <span>{said.comparedFrom}</span>
          <span>{said.comparedTo}</span>
        </div>
      )}
      <ol>
        {entries.map((entry) => {
          if (entry.kind === 'autosaves')
            return <Folded key={entry.snapshots[0]?.revision} entry={entry} onOpen={open} />
          const { snapshot } = entry
          const { revision } = snapshot
          const previous = previousOf.get(revision)
          return (
            <li key={revision} className={styles.entry} data-chosen={revision === from || revision === to || undefined}>
              <input
                type="radio"
                name="from"
                aria-label={said.from({ number: revision })}
                checked={revision === from}
                onChange={() => compare(revision, to)}
              />
              <input
                type="radio"
                name="to"
                aria-label={said.to({ number: revision })}
                checked={revision === to}
                onChange={() => compare(revision, from)}
              />
              <button
                type="button"
                className={styles.open}
                onClick={() => change({ to: revision, from: previous?.revision })}
              >
                <Revision place={place} snapshot={snapshot} previous={previous} />
              </button>
            </li>
          )
        })}
      </ol>
      {pagination.totalPages > 1 && <Pages pagination={pagination} onChange={(page) => change({ page })} />}
    </>
  )
}

interface FoldedProps {
  readonly entry: Extract<TimelineEntry<Snapshot>, { kind: 'autosaves' }>
  readonly onOpen: (snapshots: readonly Snapshot[]) => void
}

function Folded({ entry: { snapshots }, onOpen }: FoldedProps) {
  const said = useWords(historyWords)
  return (
    <li className={styles.folded}>
      <button type="button" aria-expanded={false} onClick={() => onOpen(snapshots)}>
        <Icon of={ChevronRight} size={14} />
        {said.autosaves({ count: snapshots.length })}
      </button>
    </li>
  )
}

interface RevisionProps {
  readonly place: HistoryPlace
  readonly snapshot: Snapshot
  readonly previous: Snapshot | undefined
}

function Revision({ place, snapshot, previous }: RevisionProps) {
  const said = useWords(historyWords)
  const { createdBy, createdAt, revision, name, _status } = snapshot
  const formats = useFormats()
  // The predecessor of the oldest revision on a page is unknown here.
  const isKnown = previous !== undefined || revision === 1
  const changed = isKnown ? changeInWords(place, previous, snapshot, said, formats) : undefined
  return (
    <>
      <span className={styles.line}>
        <span className={styles.author}>
          <Author by={createdBy} />
        </span>
        <span className={styles.when}>
          <Moment at={createdAt} />
        </span>
      </span>
      <span className={styles.line}>
        <span className={styles.note}>
          {name !== null && (
            <b className={styles.named} dir="auto">
              {name}{' '}
            </b>
          )}
          {formats.number(revision)}
          {changed !== undefined && ` · ${changed}`}
        </span>
        {place.entity.operations.includes('publish') && _status && <StatusMark status={_status} />}
      </span>
    </>
  )
}

function Author({ by }: { readonly by: Snapshot['createdBy'] }) {
  const said = useWords(historyWords)
  const { user } = useSession()
  const [author] = useTargets(by ? [by] : [])
  if (!author) return said.nobody
  return author.id === user.id ? said.you : <TargetTitle target={author} />
}

function withoutEmpty(search: HistorySearch): HistorySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

interface FieldChoiceProps {
  readonly entity: EntitySchema
  readonly chosen: string | undefined
  /** Undefined selects all fields. */
  readonly onChoose: (field: string | undefined) => void
}

/** Chooses between the history of one field and of all. */
function FieldChoice({ entity, chosen, onChoose }: FieldChoiceProps) {
  const said = useWords(historyWords)
  const fields = entity.fields.filter(({ structure }) => structure !== 'computed')
  return (
    <div className={styles.choice}>
      <Select
        aria-label={said.field}
        value={chosen ?? ''}
        options={[
          { value: '', label: said.allFields },
          ...fields.map((field) => ({ value: field.name, label: labelOf(field) })),
        ]}
        onChange={(next) => onChoose(next === '' ? undefined : next)}
      />
    </div>
  )
}
