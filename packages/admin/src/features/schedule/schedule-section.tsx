import type { ScheduledAction } from '@quirecms/sdk'
import { CalendarPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { type ScheduledPlace, useCancelScheduled, useScheduled } from './use-schedule.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { isLive, StatusMark } from '../../design/status-mark.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { scheduleWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import margin from '../../screens/document/document-margin.module.css'
import { nameAt } from '../../screens/document/name-at.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import styles from './schedule.module.css'

/** In the margin of a document: its plans to publish and unpublish, and the outcome of earlier ones. */
export function ScheduleSection({ place: { kind, entity }, form: { stored, isDirty } }: DocumentContext) {
  return (
    stored && (
      <Plans place={{ kind, slug: entity.slug, id: stored.id }} entity={entity} doc={stored} isDirty={isDirty} />
    )
  )
}

interface PlansProps {
  readonly place: ScheduledPlace
  readonly entity: EntitySchema
  readonly doc: Doc
  readonly isDirty: boolean
}

function Plans({ place, entity, doc, isDirty }: PlansProps) {
  const said = useWords(scheduleWords)
  const errors = useWords(errorWords)
  const failureWords = useFailureWords()
  const issueInWords = useIssueWords()
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { data: jobs = [] } = useScheduled(place)
  const cancelling = useCancelScheduled(place)
  // Soonest first.
  const open = jobs
    .filter(({ status }) => status === 'pending' || status === 'running')
    .toSorted((one, other) => one.runAt.localeCompare(other.runAt))
  // Of the past plans, shows only the last one, and only if it failed.
  const failed = jobs.find(({ status }) => status === 'completed' || status === 'failed')
  const isPlanned = (action: ScheduledAction) => open.some((job) => job.action === action)
  // Published documents can be unpublished, and plans paired; the service validates the combination.
  const actions: ScheduledAction[] = [
    ...(doc._status === 'draft' || isPlanned('unpublish') ? (['publish'] as const) : []),
    ...(isLive(doc) || isPlanned('publish') ? (['unpublish'] as const) : []),
  ]
  const what = ({ action, runAt }: { readonly action: ScheduledAction; readonly runAt: string }) =>
    said.job[action]({ when: said.at({ day: formats.day(runAt), time: formats.time(runAt) }) })

  const cancel = (id: string) =>
    cancelling.mutate(id, {
      onSuccess: () => toast(said.cancelled),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <section className={margin.section} aria-label={said.schedule}>
      <h2 className={margin.heading}>
        {said.schedule}
        {actions.length > 0 && (
          <IconButton small label={said.add} onClick={() => setOpen(true)}>
            <Icon of={CalendarPlus} size={15} />
          </IconButton>
        )}
      </h2>
      {open.length === 0 && <p className={margin.muted}>{said.notScheduled}</p>}
      <ul>
        {open.map((job) => (
          <li key={job.id} className={styles.job}>
            <StatusMark status="scheduled" text={what(job)} />
            {job.status === 'pending' && (
              <IconButton small label={said.cancelOne({ what: what(job) })} onClick={() => cancel(job.id)}>
                <Icon of={X} size={13} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {failed?.status === 'failed' && (
        <div className={styles.failed} role="status">
          {said.failed({ what: what(failed) })}{' '}
          {failed.issues.length === 0 && failed.error && failureWords(failed.error)}
          {failed.issues.length > 0 && (
            <ul>
              {failed.issues.map((issue) => (
                <li key={`${issue.path}/${issue.message}`}>
                  {nameAt(entity.fields, doc, issue.path)}: {issueInWords(issue)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {isOpen && (
        <ScheduleDialog place={place} doc={doc} actions={actions} isDirty={isDirty} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
