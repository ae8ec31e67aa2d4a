import type { ScheduledAction } from '@quirecms/sdk'
import { CalendarPlus, X } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { type ScheduledPlace, useCancelScheduled, useSchedule, useScheduled } from './use-schedule.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { isLive, StatusMark, statusOf } from '../../design/status-mark.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { scheduleWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import margin from '../../screens/document/document-margin.module.css'
import { IssueList } from './reasons.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { StateMark } from '../../screens/document/state-mark.tsx'
import styles from './schedule.module.css'

export function ScheduleSection({ place: { kind, entity }, form: { stored, isDirty }, openField }: DocumentContext) {
  return (
    stored && (
      <Plans
        place={{ kind, slug: entity.slug, id: stored.id }}
        entity={entity}
        doc={stored}
        isDirty={isDirty}
        onOpen={openField}
      />
    )
  )
}

interface PlansProps {
  readonly place: ScheduledPlace
  readonly entity: EntitySchema
  readonly doc: Doc
  readonly isDirty: boolean
  readonly onOpen: (path: string) => void
}

function Plans({ place, entity, doc, isDirty, onOpen }: PlansProps) {
  const said = useWords(scheduleWords)
  const errors = useWords(errorWords)
  const failureWords = useFailureWords()
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { data: jobs = [] } = useScheduled(place)
  const { undo } = useWords(sharedWords)
  const cancelling = useCancelScheduled(place)
  const scheduling = useSchedule(place)
  // Soonest first.
  const open = jobs
    .filter(({ status }) => status === 'pending' || status === 'running')
    .toSorted((one, other) => one.runAt.localeCompare(other.runAt))
  // Of the past plans, shows only the last one, and only if it failed and nothing has been done about it.
  const last = jobs.find(({ status }) => status === 'completed' || status === 'failed')
  const isToDo = last?.action === 'publish' ? doc._status === 'draft' : isLive(doc)
  const failed = last?.status === 'failed' && isToDo ? last : undefined
  const isPlanned = (action: ScheduledAction) => open.some((job) => job.action === action)
  // Published documents can be unpublished, and plans paired; the service validates the combination.
  const actions: ScheduledAction[] = [
    ...(doc._status === 'draft' || isPlanned('unpublish') ? (['publish'] as const) : []),
    ...(isLive(doc) || isPlanned('publish') ? (['unpublish'] as const) : []),
  ]
  const when = (runAt: string) => said.at({ day: formats.day(runAt), time: formats.time(runAt) })
  const what = ({ action, runAt }: { readonly action: ScheduledAction; readonly runAt: string }) =>
    said.job[action]({ when: when(runAt) })

  const refused = (error: unknown) => toastError(isApiError(error, 'validation') ? said.past : explain(error, errors))
  const cancel = (job: Pick<(typeof open)[number], 'id' | 'action' | 'runAt'>) =>
    cancelling.mutate(job.id, {
      onSuccess: () => toast(said.cancelled, { action: { label: undo, run: () => planAgain(job) } }),
      onError: refused,
    })
  const planAgain = ({ action, runAt }: Parameters<typeof cancel>[0]) =>
    void scheduling
      .mutateAsync({ action, runAt: new Date(runAt), strict: false })
      .then(() => toast(said.scheduled[action]({ when: when(runAt) })), refused)
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
          <li key={job.id}>
            <div className={styles.job}>
              <StatusMark status="scheduled" text={what(job)} />
              {job.status === 'pending' && (
                <IconButton small label={said.cancelOne({ what: what(job) })} onClick={() => cancel(job)}>
                  <Icon of={X} size={13} />
                </IconButton>
              )}
            </div>
            {job.issues.length > 0 && (
              <div className={styles.failed}>
                {said.wouldFail({ count: job.issues.length })}
                <IssueList entity={entity} values={doc} issues={job.issues} onOpen={onOpen} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {failed && (
        <div className={styles.failed} role="status">
          {said.failed[failed.action]({ when: when(failed.runAt) })}{' '}
          {failed.issues.length === 0 && failed.error && failureWords(failed.error)}
          {failed.issues.length > 0 && (
            <IssueList entity={entity} values={doc} issues={failed.issues} onOpen={onOpen} />
          )}
        </div>
      )}
      {isOpen && (
        <ScheduleDialog
          place={place}
          entity={entity}
          doc={doc}
          actions={actions}
          isDirty={isDirty}
          onOpen={onOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

/** Marks a document with a planned publish, and shows when. */
export function PlannedState({ place: { kind, entity }, form: { stored } }: DocumentContext) {
  const formats = useFormats()
  const { data: jobs = [] } = useScheduled({ kind, slug: entity.slug, id: stored?.id ?? '' })
  if (!stored) return null
  const status = statusOf(stored)
  const coming = jobs.filter((job) => job.action === 'publish' && job.status === 'pending').map(({ runAt }) => runAt)
  const soonest = coming.toSorted()[0]
  if (soonest === undefined || (status !== 'draft' && status !== 'changed')) return <StateMark doc={stored} />
  return (
    <span title={formats.exact(soonest)}>
      <StatusMark status="scheduled" />
    </span>
  )
}
