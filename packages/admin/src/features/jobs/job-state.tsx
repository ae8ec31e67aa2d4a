import { type WorkStage, WorkState } from '../../design/work-state.tsx'
import { useWords } from '../../words/use-words.ts'
import type { JobStatus } from './job.ts'
import { jobsWords } from './words.ts'

const STAGES: Readonly<Record<JobStatus, WorkStage>> = {
  pending: 'waiting',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

export function JobState({ status }: { readonly status: JobStatus }) {
  const said = useWords(jobsWords)
  return <WorkState stage={STAGES[status]} label={said.status[status]} />
}
