import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { useSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Cell, FoldLine } from '../../design/fold-line.tsx'
import { Moment } from '../../design/moment.tsx'
import { Progress, type WorkStage, WorkState } from '../../design/work-state.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import type { RelationshipTarget } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { Job, JobStatus } from './job.ts'
import { JobDetails } from './job-details.tsx'
import styles from './jobs.module.css'
import { useDeed, useJobLabel } from './use-jobs.ts'
import { jobsWords } from './words.ts'

const STAGES: Readonly<Record<JobStatus, WorkStage>> = {
  pending: 'waiting',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

function JobState({ status }: { readonly status: JobStatus }) {
  const said = useWords(jobsWords)
  return <WorkState stage={STAGES[status]} label={said.status[status]} />
}

interface JobLineProps {
  readonly job: Job
  readonly mayManage: boolean
  readonly by: RelationshipTarget | undefined
}

/** A job in one line: label, state and time, with its actions. The details are folded. */
export function JobLine({ job, mayManage, by }: JobLineProps) {
  const said = useWords(jobsWords)
  const labelOf = useJobLabel()
  const { user } = useSession()
  const isOwn = job.createdBy?.id === user.id
  const isOver = job.status === 'completed' || job.status === 'failed' || job.status === 'cancelled'
  const mayRetry = mayManage && (job.status === 'failed' || job.status === 'cancelled')
  const mayCancel = (mayManage || isOwn) && !isOver
  return (
    <FoldLine
      className={styles.entry}
      line={
        <>
          <Cell kind="state">
            <JobState status={job.status} />
          </Cell>
          <Cell kind="what" className={styles.name}>
            {labelOf(job.job)}
          </Cell>
          <Cell kind="note" className={styles.note}>
            {job.error && !isOver
              ? said.retriedLater
              : job.isScheduled
                ? said.itself
                : by && <TargetTitle target={by} />}
          </Cell>
          <Cell kind="time">
            <Moment at={job.finishedAt ?? job.startedAt ?? job.runAt} />
          </Cell>
          {job.status === 'running' && job.progress && <JobProgress progress={job.progress} />}
        </>
      }
      deeds={
        <>
          {mayRetry && <Deed job={job} deed="retry" />}
          {mayCancel && <Deed job={job} deed="cancel" />}
        </>
      }
    >
      <JobDetails job={job} by={by} />
    </FoldLine>
  )
}

function JobProgress({ progress: { done, total, note } }: { readonly progress: NonNullable<Job['progress']> }) {
  const said = useWords(jobsWords)
  const { number } = useFormats()
  return (
    <span className={styles.progress}>
      <Progress label={said.progressLabel} done={done} total={total} />
      <span>
        {total === null ? number(done) : said.progress({ done: number(done), total: number(total) })}
        {note !== null && ` · ${note}`}
      </span>
    </span>
  )
}

function Deed({ job, deed }: { readonly job: Job; readonly deed: 'retry' | 'cancel' }) {
  const said = useWords(jobsWords)
  const errors = useWords(errorWords)
  const labelOf = useJobLabel()
  const { mutate, isPending } = useDeed()
  const [isAsking, setAsking] = useState(false)
  const run = () =>
    mutate(
      { id: job.id, deed },
      {
        onSuccess: () => toast(deed === 'retry' ? said.retried : said.cancelled),
        onError: (error) => toastError(deed === 'retry' ? said.retryFailed : said.cancelFailed, explain(error, errors)),
      },
    )
  // Only running jobs need a confirmation before they are cancelled.
  const needsAsking = deed === 'cancel' && job.status === 'running'
  return (
    <>
      <Button small kind="outline" disabled={isPending} onClick={() => (needsAsking ? setAsking(true) : run())}>
        {said[deed]}
      </Button>
      {isAsking && (
        <Confirm
          title={said.cancelTitle({ job: labelOf(job.job) })}
          action={said.cancel}
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          <p>{said.cancelText}</p>
        </Confirm>
      )}
    </>
  )
}
