import { StateMark } from '../../screens/document/state-mark.tsx'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import type { DocumentContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { useScheduled } from './use-schedule.ts'

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
