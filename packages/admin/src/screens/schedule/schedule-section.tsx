import { CalendarPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useCancelScheduled, useScheduled } from '../../data/use-schedule.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { StatusMark } from '../../design/status-mark.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { scheduleWords } from '../../words/schedule.ts'
import { useWords } from '../../words/use-words.ts'
import margin from '../document/document-margin.module.css'
import { ScheduleDialog } from './schedule-dialog.tsx'
import styles from './schedule.module.css'

interface ScheduleSectionProps {
  readonly slug: string
  readonly doc: Doc
  readonly isDirty: boolean
}

/** In the margin of a document: when it is published by itself, and what became of earlier plans. */
export function ScheduleSection({ slug, doc, isDirty }: ScheduleSectionProps) {
  const said = useWords(scheduleWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { data } = useScheduled(slug, doc.id)
  const cancelling = useCancelScheduled(slug, doc.id)
  const jobs = data?.docs ?? []
  const open = jobs.filter(({ status }) => status === 'pending' || status === 'running')
  // Of those that are over, only the last one is news, and only if something is wrong with it.
  const failed = jobs.find(({ status }) => status === 'completed' || status === 'failed')
  const canSchedule = doc._status === 'draft'
  const when = (moment: string) => said.at(formats.day(moment), formats.time(moment))

  const cancel = (id: string) =>
    cancelling.mutate(id, {
      onSuccess: () => toast(said.cancelled),
      onError: (error) => toastError(explain(error, errors)),
    })
  if (!canSchedule && open.length === 0 && failed?.status !== 'failed') return null
  return (
    <section className={margin.section} aria-label={said.schedule}>
      <h2 className={margin.heading}>
        {said.schedule}
        {canSchedule && (
          <IconButton small label={said.add} onClick={() => setOpen(true)}>
            <Icon of={CalendarPlus} size={15} />
          </IconButton>
        )}
      </h2>
      {open.length === 0 && <p className={margin.muted}>{said.notScheduled}</p>}
      <ul>
        {open.map((job) => (
          <li key={job.id} className={styles.job}>
            <StatusMark status="scheduled" text={when(job.runAt)} />
            {job.status === 'pending' && (
              <IconButton small label={said.cancelOne(when(job.runAt))} onClick={() => cancel(job.id)}>
                <Icon of={X} size={13} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {failed?.status === 'failed' && (
        <p className={styles.failed} role="status">
          {when(failed.runAt)}: {said.states.failed}. {failed.error?.message}
        </p>
      )}
      {isOpen && <ScheduleDialog slug={slug} doc={doc} isDirty={isDirty} onClose={() => setOpen(false)} />}
    </section>
  )
}
